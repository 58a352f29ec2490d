/** Twilio as far as we use it: it takes texts and makes signed calls to our webhooks. */
import { createHmac } from "node:crypto";
import { text as textOf } from "node:stream/consumers";
import { type APIRequestContext, expect } from "@playwright/test";
import { startServer } from "./nearby-server.ts";

type Text = { sid: string; to: string; body: string };

const TOKEN = "token-of-tests-only";
const NUMBER = "+17135550142";

/** Start it. A product started with `settings` sends its texts here, into `texts`. */
export async function startTwilio() {
  const texts: Text[] = [];
  const { site, end } = await startServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request));
    const sid = `SM${String(texts.length + 1).padStart(32, "0")}`;
    texts.push({ sid, to: form.get("To") ?? "", body: form.get("Body") ?? "" });
    response.writeHead(201, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ sid, status: "queued" }));
  });
  const settings = {
    TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_FROM: NUMBER,
    TWILIO_API_BASE: site,
  };
  return { texts, settings, end };
}

/** Calls to the webhooks of a product; `request` has its address. */
export function twilioCalls(request: APIRequestContext, site: string) {
  let received = 0;
  const call = async (path: string, form: Record<string, string>) => {
    const url = `${site}/api/webhooks/twilio/${path}`;
    const fields = Object.keys(form).sort();
    const signed = url + fields.map((name) => name + form[name]).join("");
    const signature = createHmac("sha1", TOKEN).update(signed).digest("base64");
    const headers = { "X-Twilio-Signature": signature };
    const response = await request.post(url, { form, headers });
    expect(response.ok(), await response.text()).toBe(true);
    return response.text();
  };
  return {
    /** A customer's text; returns the TwiML that answers it. */
    receive: (From: string, Body: string) => {
      received += 1;
      return call("inbound", { MessageSid: `SMin${received}`, From, To: NUMBER, Body });
    },
    report: (MessageSid: string, MessageStatus: string) =>
      call("status", { MessageSid, MessageStatus }),
  };
}
