export const couponWords = {
  ask: "Have a code?",
  code: "Code",
  apply: "Apply",
  applying: "Checking",
  taken: (amount: string) => `Your code takes ${amount} off.`,
  required: "Please enter your code.",
  byCode: {
    coupon_unknown: "We do not know this code. Please check how it is spelled.",
    coupon_inactive: "This code cannot be used any more.",
    coupon_too_early: "This code does not count yet.",
    coupon_expired: "This code has expired.",
    coupon_used_up: "This code was used as often as it may be.",
    limit_reached: "Too many tries in a short time. Please wait a few minutes.",
  } as Record<string, string>,
  failed: "We could not check this code. Please try again.",
};
