import "astro";

declare module "astro" {
  interface AstroClientDirectives {
    "client:arrival"?: boolean;
    "client:interaction"?: boolean;
  }
}
