/**
 * The advertiser's tag: loaded once, only where an id is configured and the visitor did not opt
 * out.
 */
export const ADS_TAG_ID: string | undefined = import.meta.env.PUBLIC_ADS_TAG_ID;
const SOURCE = "https://www.googletagmanager.com/gtag/js";

type Tagged = { dataLayer?: unknown[]; gtag?: (...args: unknown[]) => void };

let isLoaded = false;

export function loadAdsTagOnce(id = ADS_TAG_ID): void {
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
  if (isLoaded || !id || globalPrivacyControl) return;
  isLoaded = true;
  const tagged = globalThis as Tagged;
  const dataLayer = tagged.dataLayer ?? [];
  tagged.dataLayer = dataLayer;
  tagged.gtag ??= function gtag() {
    // biome-ignore lint/complexity/noArguments: the tag reads the arguments object itself
    dataLayer.push(arguments);
  };
  tagged.gtag("js", new Date());
  tagged.gtag("config", id);
  const script = document.createElement("script");
  script.src = `${SOURCE}?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}
