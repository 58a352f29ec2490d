// Stands behind the address field and shows the address of the link in it, while the page's scripts
// are still on their way. After a reload the page itself knows what was there last.
{
  const [{ type } = {}] = performance.getEntriesByType("navigation");
  const field = document.querySelector("input[name=address]");
  const linked = new URLSearchParams(location.search).get("address");
  if (type === "navigate" && linked && field?.value === "") field.value = linked;
}
