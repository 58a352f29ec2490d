const PIECES = 90;
const LASTS_MS = 2600;
const STEP_MS = 1000 / 60;
const GRAVITY = 0.0011; // screen heights per frame, squared
const COLOURS = ["--glow", "--action", "--deep", "--info"];

type Piece = {
  x: number;
  y: number;
  dx: number;
  dy: number;
  turn: number;
  size: number;
  colour: string;
};

/** Decorative confetti; not shown when reduced motion is preferred. */
export const Confetti = () => (
  <div className="pointer-events-none fixed inset-0 z-20" aria-hidden="true">
    <canvas className="size-full" ref={throwOn} />
  </div>
);

// A ref: what it returns stops it when the canvas is removed.
function throwOn(canvas: HTMLCanvasElement | null) {
  const context = canvas?.getContext("2d");
  if (!context || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  return thrown(context);
}

// Returns the function that stops it.
function thrown(context: CanvasRenderingContext2D): () => void {
  const { canvas } = context;
  const ratio = Math.min(devicePixelRatio, 2);
  canvas.width = innerWidth * ratio;
  canvas.height = innerHeight * ratio;
  const roles = getComputedStyle(canvas);
  const pieces = Array.from({ length: PIECES }, (_, index) =>
    pieceOf(roles.getPropertyValue(COLOURS[index % COLOURS.length] ?? "")),
  );
  const startedAt = performance.now();
  let before = startedAt;
  let frame = requestAnimationFrame(function draw(now) {
    const age = now - startedAt;
    const steps = Math.min(now - before, 100) / STEP_MS;
    before = now;
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (age > LASTS_MS) return;
    context.globalAlpha = Math.min(1, (LASTS_MS - age) / 600);
    for (const piece of pieces) drawPiece(context, moved(piece, steps), ratio);
    frame = requestAnimationFrame(draw);
  });
  return () => cancelAnimationFrame(frame);
}

const between = (low: number, high: number) => low + Math.random() * (high - low);

const pieceOf = (colour: string): Piece => ({
  x: between(0.3, 0.7),
  y: between(0.2, 0.3),
  dx: between(-0.009, 0.009),
  dy: between(-0.022, -0.004),
  turn: between(0, Math.PI),
  size: between(5, 10),
  colour,
});

function moved(piece: Piece, steps: number): Piece {
  piece.x += piece.dx * steps;
  piece.y += piece.dy * steps;
  piece.dy += GRAVITY * steps;
  piece.turn += 0.12 * steps;
  return piece;
}

function drawPiece(context: CanvasRenderingContext2D, piece: Piece, ratio: number): void {
  const { width, height } = context.canvas;
  const size = piece.size * ratio;
  context.save();
  context.translate(piece.x * width, piece.y * height);
  context.rotate(piece.turn);
  context.fillStyle = piece.colour;
  context.fillRect(-size / 2, -size / 4, size, size / 2);
  context.restore();
}
