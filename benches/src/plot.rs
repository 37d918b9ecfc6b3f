//! Plots as SVG, on a logarithmic scale both ways.

use std::path::Path;

use plotters::prelude::*;

/// One line of a plot.
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// The same colour in all plots, to be told apart on light and on dark, and without red
/// and green.
fn color(name: &str) -> RGBColor {
    match name {
        "by hand" => RGBColor(0xCC, 0x79, 0xA7),
        "bt!" | "bt!, item" => RGBColor(0x3B, 0x8E, 0xD0),
        "bt!, expression" => RGBColor(0x00, 0x9E, 0x73),
        "Box<dyn>" | "Box<dyn>, shared" => RGBColor(0xD5, 0x5E, 0x00),
        "Box<dyn>, per agent" => RGBColor(0xC9, 0x9A, 0x00),
        "enum" => RGBColor(0x7A, 0x6F, 0xC4),
        _ => RGBColor(0x88, 0x88, 0x88),
    }
}

/// What the file says about light and dark; it comes before the attributes that the
/// library writes.
const STYLE: &str = "<style>
text { fill: #24292f; font-family: system-ui, sans-serif; }
.axis { stroke: #8c959f; }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .axis { stroke: #6e7681; } }
</style>";

/// Draws lines, each with its name at its right end.
pub fn draw(path: &Path, title: &str, x: &str, y: &str, series: &[Series]) {
    let points = || series.iter().flat_map(|series| &series.points);
    let (least_x, most_x) = range(points().map(|point| point.0));
    let (least_y, most_y) = range(points().map(|point| point.1));
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (760, 440)).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .margin_right(170)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d((least_x..most_x).log_scale(), (least_y / 1.5..most_y * 1.5).log_scale())
            .expect("a plot has room");
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(RGBColor(0x8c, 0x95, 0x9f).mix(0.35))
            .x_desc(x)
            .y_desc(y)
            .x_label_formatter(&|value| number(*value))
            .y_label_formatter(&|value| number(*value))
            .draw()
            .expect("a mesh");
        let mut labels: Vec<(usize, f64)> =
            series.iter().enumerate().filter_map(|(index, s)| Some((index, s.points.last()?.1))).collect();
        labels.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut last = f64::INFINITY;
        let step = (most_y / least_y * 2.25).powf(1.0 / 22.0);
        for (index, value) in labels {
            let (series, color) = (&series[index], color(&series[index].name));
            chart
                .draw_series(LineSeries::new(series.points.iter().copied(), color.stroke_width(2)))
                .expect("a line");
            // Names don't lie on each other.
            last = value.min(last / step);
            let pixel = chart.backend_coord(&(most_x, last));
            area.draw(&Text::new(
                series.name.clone(),
                (pixel.0 + 8, pixel.1 - 7),
                ("sans-serif", 14).into_font().color(&color),
            ))
            .expect("a name");
        }
        area.present().expect("a string takes everything");
    }
    // A name has its line's colour; all other text follows the reader's scheme.
    let text =
        text.replace("fill=\"#000000\"", "class=\"ink\"").replace("stroke=\"#000000\"", "class=\"axis\"");
    let style = STYLE.replace("text {", "text.ink {");
    let head = text.find('>').map_or(0, |end| end + 1);
    let text = format!("{}\n{style}{}", &text[..head], &text[head..]);
    std::fs::write(path, text).expect("the directory is there");
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, 0.0), |(least, most), value| (value.min(least), value.max(most)))
}

fn number(value: f64) -> String {
    if value >= 1e6 {
        format!("{}M", value / 1e6)
    } else if value >= 1e3 {
        format!("{}k", value / 1e3)
    } else {
        format!("{}", (value * 1000.0).round() / 1000.0)
    }
}
