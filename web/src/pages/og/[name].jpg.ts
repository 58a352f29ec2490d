/** Link preview pictures: the hero's house with the page's title. */
import type { APIRoute, GetStaticPaths } from "astro";
import { linkPictures } from "#content/public-pages.ts";
import { drawLinkPicture } from "./_draw-link-picture.ts";

export const getStaticPaths = (() =>
  linkPictures.map((picture) => ({
    params: { name: picture.name },
    props: picture,
  }))) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ props }) =>
  new Response(await drawLinkPicture({ title: String(props.title), note: String(props.note) }), {
    headers: { "Content-Type": "image/jpeg" },
  });
