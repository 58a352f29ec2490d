export const sessionWords = {
  stepUp: "Show your second factor",
  stepUpWhy: "What you are about to do weighs much. Your code is good for five minutes.",
  idleTitle: "Are you still there?",
  idle: (minutes: number) =>
    minutes > 1
      ? `You will be signed out in ${minutes} minutes.`
      : "You will be signed out in less than a minute.",
  stay: "Stay signed in",
} as const;
