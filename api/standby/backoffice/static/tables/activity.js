// Records activity in the admin. The console's tabs read it, so that they do not sign the user out.
function note() {
  try {
    localStorage.setItem("staff-active-at", String(Date.now()));
  } catch {
    // With storage blocked, only activity in the console itself counts.
  }
}

note();
for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, note, { passive: true });
