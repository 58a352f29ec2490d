/** Starts the product on a data folder of its own, for the auth service checks. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { TestProject } from "vitest/node";
import { Product, prepareTemplate } from "../e2e/product.ts";

const MEMBERS = 20; // staff users: one for each step of each check

type Invitation = { email: string; link: string };

declare module "vitest" {
  interface ProvidedContext {
    site: string;
    invitations: Invitation[];
  }
}

/** Start the product and invite staff; returns the function that stops it. */
export default async function serve(project: TestProject) {
  const folder = mkdtempSync(`${tmpdir()}/standby-auth-`);
  process.env.E2E_DATA = folder;
  prepareTemplate();
  const product = await Product.start("auth");
  const invitations: Invitation[] = [];
  for (let member = 0; member < MEMBERS; member += 1) {
    const email = `pat-${randomUUID()}@example.org`;
    invitations.push({ email, link: await product.command("staff_user", email) });
  }
  project.provide("site", product.site);
  project.provide("invitations", invitations);
  return async () => {
    await product.stop();
    rmSync(folder, { recursive: true });
  };
}
