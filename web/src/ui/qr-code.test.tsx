import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { scanQrCode } from "#test-support.ts";
import { QrCode } from "./qr-code.tsx";

test.each([
  "https://standby.example/order?address=1+Oak+Ln%2C+Spring%2C+TX+77386",
  `https://standby.example/b/${"Aa0_-".repeat(9)}`,
  "sms:+17135550142",
])("NEXT-01.2 a scanner reads %s from the QR code", (text) => {
  render(<QrCode text={text} label="QR code" />);

  expect(scanQrCode(screen.getByRole("img", { name: "QR code" }))).toBe(text);
});
