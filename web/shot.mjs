import { chromium } from "@playwright/test";
import { readFileSync } from "node:fs";
const token = readFileSync("/tmp/brand_token","utf8").trim();
const [,, ...paths] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium" });
for (const [w,h] of [[1440,900],[390,844]]) for (const scheme of ["light","dark"]) {
  const c = await b.newContext({ viewport:{width:w,height:h}, colorScheme: scheme });
  await c.addCookies([{name: process.env.COOKIE, value: token, url:"http://127.0.0.1:8142"}]);
  const p = await c.newPage();
  for (const path of paths) {
    await p.goto("http://127.0.0.1:8142/staff/tables/"+path); await p.waitForTimeout(300);
    const sw = await p.evaluate(()=>[document.documentElement.scrollWidth, innerWidth]);
    console.log(w, scheme, path, sw.join("/"), await p.title());
    if (scheme==="light" || w===390) await p.screenshot({ path:`/tmp/brandshots/${path.replaceAll("/","_")||"index"}-${w}-${scheme}.png`, fullPage: h<850 });
  }
}
await b.close();
