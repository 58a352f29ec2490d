/** Text typed by visitors and staff stays text on every page that shows it (promise E8). */
import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { jpegAt } from "./files.ts";
import { reviewOf, sendPhotosByCalls } from "./homeowner.ts";
import type { Product } from "./product.ts";
import { sample } from "./sampling.ts";
import { type Office, openTables } from "./staff.ts";
import { expect, type Page, test } from "./test.ts";
import { ADDRESS } from "./wizard.ts";

// Each sets `xss` or adds an element with `data-xss` if it is interpreted as more than text.
const POLYGLOTS = [
  `<script>xss=1</script>`,
  `<img src=x onerror=xss=1 data-xss>`,
  `"><svg onload=xss=1 data-xss>`,
  `'><img src=x onerror=xss=1 data-xss>`,
  `" autofocus onfocus=xss=1 data-xss="`,
  `' onmouseover='xss=1' data-xss='`,
  `</title><script>xss=1</script>`,
  `</textarea><img src=x onerror=xss=1 data-xss>`,
  `</script><script>xss=1</script>`,
  `</style><svg onload=xss=1 data-xss>`,
  `--><script>xss=1</script>`,
  `]]><script>xss=1</script>`,
  `<iframe srcdoc="<script>parent.xss=1</script>" data-xss>`,
  `<a href="javascript:xss=1" data-xss>a</a>`,
  `[a](javascript:xss=1)`,
  `javascript:/*--></title></style></textarea></script><svg onload=xss=1 data-xss>`,
  `<details open ontoggle=xss=1 data-xss>`,
  `<video><source onerror=xss=1 data-xss></video>`,
  `<math><mtext><img src=x onerror=xss=1 data-xss>`,
  `<form action="javascript:xss=1" data-xss><button>go</button>`,
  `<base href="https://evil.test/" data-xss>`,
  `<meta http-equiv=refresh content="0;url=https://evil.test" data-xss>`,
  `<link rel=stylesheet href=https://evil.test/x.css data-xss>`,
  `<style data-xss>*{background:red}</style>`,
  `<object data="javascript:xss=1" data-xss></object>`,
  `<embed src="javascript:xss=1" data-xss>`,
  "$" + `{xss=1}`,
  `{{constructor.constructor('xss=1')()}}`,
  `{% load x %}{{ request }}`,
  `<%= xss=1 %>`,
  `\\u003cscript\\u003exss=1\\u003c/script\\u003e`,
  `\\x3cimg src=x onerror=xss=1\\x3e`,
  `&lt;script&gt;xss=1&lt;/script&gt;`,
  `&#60;img src=x onerror=xss=1&#62;`,
  `%3Cscript%3Exss=1%3C/script%3E`,
  `<scr<script>ipt>xss=1</script>`,
  `<IMG """><SCRIPT>xss=1</SCRIPT>">`,
  `<input onfocus=xss=1 autofocus data-xss>`,
  `<template><script>xss=1</script></template>`,
  `#read("/etc/passwd") #strong[a]`,
  `#link("javascript:xss=1")[a] #read("/etc/passwd")`,
];
const WEB_ADDRESS = /javascript:|:\/\//; // refused in names
const EACH = 13; // text fields of one booking and its related records
const ROUNDS = [0, 1, 2, 3].map((round) => POLYGLOTS.slice(round * EACH, (round + 1) * EACH));

type Watched = { dialogs: string[]; refused: string[] };

// Call it before the page opens anything.
function watch(page: Page): Watched {
  const watched: Watched = { dialogs: [], refused: [] };
  page.on("dialog", (dialog) => {
    watched.dialogs.push(dialog.message());
    dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) watched.refused.push(message.text());
  });
  return watched;
}

// No script ran, no element was added, and the Content-Security-Policy refused nothing.
async function expectOnlyText(page: Page, watched: Watched, where: string) {
  const result = await page.evaluate(() => ({
    ran: "xss" in window,
    elements: [...document.querySelectorAll("[data-xss]")].map((one) => one.outerHTML),
    away: new URL(document.baseURI).host !== location.host && location.protocol !== "about:",
  }));
  expect({ where, ...result, ...watched }).toEqual({
    where,
    ran: false,
    elements: [],
    away: false,
    dialogs: [],
    refused: [],
  });
}

const expectShown = (page: Page, words: string) =>
  expect(page.locator("body")).toContainText(words, { timeout: 20_000 });

// Also opens every folded part.
async function look(page: Page, watched: Watched, path: string, ...words: string[]) {
  await page.goto(path);
  for (const word of words) await expectShown(page, word);
  await page.waitForLoadState();
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
  });
  await expectOnlyText(page, watched, path);
}

// The texts of one round, by field.
const words = (round: string[]) => {
  const word = (index: number) => round[index % round.length] as string;
  const inNames = round.filter((text) => !WEB_ADDRESS.test(text));
  const name = (index: number) => inNames[index % inNames.length] as string;
  return {
    name: name(0),
    notes: word(1),
    note: word(2),
    technician: name(3),
    packet: { association_name: name(4), contact: name(5), notes: word(6) },
    quote: {
      name: name(7),
      address: name(8),
      notes: word(9),
      phone: "(713) 555-0188",
      run_ft: 200,
    },
    notServed: {
      street_name: word(10),
      source: word(11),
      address_formatted: `${name(12)}, Brenham, TX 77833`,
      zip_code: "77833",
      phone_number: "(713) 555-0189",
    },
  };
};

type Texts = ReturnType<typeof words>;

// Submits the texts as visitor and as staff, in every call that stores text.
async function submitTexts(
  request: APIRequestContext,
  office: Office,
  orderId: string,
  texts: Texts,
) {
  for (const [path, data] of [
    ["manual-quote-requests", texts.quote],
    ["coverage-rejection-requests", texts.notServed],
    ["log-address-search", { address: `${texts.notServed.source} ${ADDRESS}` }],
  ] as const) {
    const response = await request.post(`/api/${path}`, { data });
    expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true);
  }
  await office.post(`orders/${orderId}/notes`, { text: texts.note });
  await office.post(`orders/${orderId}/technician`, {
    name: texts.technician,
    phone: "(713) 555-0171",
  });
  await office.post(`orders/${orderId}/hoa-packets`, texts.packet);
}

async function lookAtConsole(page: Page, office: Office, orderId: string, texts: Texts) {
  const watched = watch(page);
  const { name, note, technician, notes } = texts;
  await look(page, watched, `/staff/orders/${orderId}`, name, note, technician);
  await look(page, watched, `/staff/photos/${await reviewOf(orderId, office)}`, notes);
  for (const screen of ["orders", "board", "photos", "overview", "customers", "audit-log"]) {
    await look(page, watched, `/staff/${screen}`);
  }
}

// Opens every admin list and its first row.
async function lookAtTables(page: Page) {
  const watched = watch(page);
  for (const list of await openTables(page)) {
    await look(page, watched, list);
    const row = page.locator("#result_list tbody th a").first();
    const to = (await row.count()) ? await row.getAttribute("href") : null;
    if (to) await look(page, watched, to);
  }
}

// Shows the emails as a mail program would, without our Content-Security-Policy.
async function lookAtLetters(reader: Page, product: Product, email: string) {
  const letters = await product.emails(email);
  expect(letters.length).toBeGreaterThan(2);
  const watched = watch(reader);
  for (const { kind, html } of letters) {
    await reader.setContent(html);
    await expectOnlyText(reader, watched, `letter ${kind}`);
  }
}

for (const round of sample(ROUNDS)) {
  const which = `round ${ROUNDS.indexOf(round) + 1} of ${ROUNDS.length}`;

  test(`E8 polyglots are text for the homeowner, for staff and in letters, ${which}`, async ({
    page,
    visitor,
    browser,
    comeAs,
    office,
    product,
  }, info) => {
    test.setTimeout(300_000);
    const texts = words(round);
    const email = `poly-${randomUUID().slice(0, 8)}@example.org`;
    const picture = await jpegAt(info.outputPath("a.jpg"));
    const orderId = await sendPhotosByCalls(visitor, email, picture, texts);
    await submitTexts(visitor.request, office, orderId, texts);

    const watched = watch(visitor);
    await look(visitor, watched, "/my-booking", texts.technician);
    await look(visitor, watched, "/my-booking/photos");
    await comeAs("owner");
    await lookAtConsole(page, office, orderId, texts);
    await lookAtTables(page);
    await lookAtLetters(await (await browser.newContext()).newPage(), product, email);
  });

  test(`E8 polyglots in an address are nothing but text, ${which}`, async ({ page }) => {
    test.slow();
    const watched = watch(page);
    for (const submitTexts of round) {
      for (const path of [
        "/verify?code=",
        "/installation-wizard?address=",
        "/staff/open-tables?to=",
      ]) {
        await page.goto(path + encodeURIComponent(submitTexts));
        await expectOnlyText(page, watched, path + submitTexts);
      }
    }
  });
}
