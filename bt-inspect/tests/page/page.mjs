// Looks at the page as a person would: `node page.mjs URL CHROMIUM PICTURES`.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [url, executablePath, pictures] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, colorScheme: "light" });
const errors = [];
page.on("pageerror", error => errors.push(String(error)));
page.on("console", message => { if (message.type() === "error") errors.push(message.text()); });

const step = async (name, run) => { await run(); console.log(`ok ${name}`); };
const node = text => page.locator("[data-node]", { hasText: text });
const status = (text, wanted) =>
  page.locator(`[data-node][data-status=${wanted}]`, { hasText: text }).first().waitFor({ timeout: 30000 });
const said = () => page.locator("#said").textContent();
const tick = async () => Number((await said()).match(/tick (\d+)/)[1]);

try {
  await page.goto(url);
  await step("lists the agents, and shows the tree of the chosen one", async () => {
    await page.getByRole("button", { name: "the guard" }).click();
    await node("patrol").waitFor();
    assert.equal(await page.locator("[data-node]").count(), 16);
    assert.equal(await page.locator("[data-node]", { hasText: "engage: sequence" }).count(), 1);
  });

  await step("shows what the guard does, and that it changes its mind", async () => {
    await status("patrol", "running");
    await status("attack", "success");
    await page.screenshot({ path: `${pictures}/attacking.png` });
    await status("flee_home", "running");
    await status("patrol", "running");
  });

  await step("a click on a node shows its history", async () => {
    await node("engage").click();
    assert.equal(await page.locator("#name").textContent(), "engage");
    const details = await page.locator("#details").textContent();
    assert.match(details, /sequence/);
    assert.match(details, /page\.rs:\d+:\d+/, "where it is in the source");
    assert.ok(await page.locator("#history li").count() >= 2);
  });

  await step("shows the published values", async () => {
    assert.match(await page.locator("#values").textContent(), /health\s*\d/);
  });

  await step("pauses, steps and goes on", async () => {
    await page.locator("#pause").click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    await page.waitForTimeout(400);
    const stopped = await tick();
    await page.waitForTimeout(400);
    assert.equal(await tick(), stopped);
    await page.locator("#step").click();
    await page.waitForFunction(last => document.getElementById("said").textContent.includes(`tick ${last + 1}`), stopped);
    await page.waitForTimeout(400);
    assert.equal(await tick(), stopped + 1);
    await page.locator("#pause").click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.waitForFunction(last => Number(document.getElementById("said").textContent.match(/tick (\d+)/)[1]) > last + 5, stopped);
  });

  await step("goes back in time, and returns", async () => {
    const box = await page.locator("#timeline").boundingBox();
    await page.mouse.click(box.x + box.width * 0.9, box.y + 10);
    assert.match(await said(), /[\d.]+ s ago/);
    assert.equal(await page.locator("#live").getAttribute("aria-pressed"), "false");
    const then = await tick();
    await page.waitForTimeout(300);
    assert.equal(await tick(), then, "the moment is kept");
    await page.locator("#live").click();
    assert.doesNotMatch(await said(), /ago/);
  });

  await step("finds nodes and agents", async () => {
    await page.locator("#search").fill("chase");
    assert.equal(await page.locator("[data-node].found").count(), 2);
    await page.locator("#search").fill("");
    await page.locator("#filter").fill("large");
    assert.equal(await page.locator("#list li").count(), 1);
  });

  await step("shows a large tree, and zooms into it", async () => {
    await page.getByRole("button", { name: "the large tree" }).click();
    await page.waitForFunction(() => document.querySelectorAll("[data-node]").length >= 300);
    const height = await page.locator("[data-node='0'] rect").evaluate(rect => rect.getBoundingClientRect().height);
    assert.ok(height > 17, "it can be read");
    await page.screenshot({ path: `${pictures}/large.png` });
    await page.locator("#fit").click();
    const width = () => page.locator("[data-node='0'] rect").evaluate(rect => rect.getBoundingClientRect().width);
    const before = await width();
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, -600);
    assert.ok(await width() > before * 1.5);
    await page.locator("#fit").click();
    assert.ok(Math.abs(await width() - before) < 1);
    await page.locator("#filter").fill("");
  });

  await step("is dark where the reader wants it dark", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("button", { name: "the guard" }).click();
    await node("patrol").waitFor();
    await page.waitForTimeout(2500);
    await node("engage").click();
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(paper, "rgb(13, 17, 23)");
    await page.screenshot({ path: `${pictures}/dark.png` });
  });

  assert.deepEqual(errors, []);
  console.log("ok no errors in the console");
} finally {
  await browser.close();
}
