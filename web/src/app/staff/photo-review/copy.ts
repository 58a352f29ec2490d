// Reasons are shown to the homeowner.

import type { Schemas } from "#api/client.ts";
import { bandInWords } from "#business/bands.ts";
import { longestFlatRunFt } from "#business/terms.ts";

type Status = Schemas["PhotoReviewStatus"];
export type Band = Schemas["DistanceBand"];

const BANDS: Record<Band, string> = {
  close: `Close, ${bandInWords.close}`,
  medium: `Medium, ${bandInWords.medium}`,
  far: `Far, ${bandInWords.far}`,
};

const STATUSES: Record<Status, string> = {
  awaiting_photos: "Photos not sent",
  submitted: "Waiting for us",
  retake_requested: "Retake asked",
  decided: "Decided",
  cancelled: "Cancelled",
};

// Common problems by photo slot, worded for the homeowner.
const SHOT_REASONS: Record<string, string> = {
  panel_open: "We cannot read the main breaker: please come closer, with the panel door open.",
  panel_wide: "Please step back until the panel and the electric meter are in one picture.",
  gas_meter: "We cannot read the label of the gas meter or tank.",
  generator_spot: "Please put a stake or flag where the generator is to stand, and show it.",
  wall_run: "We cannot see the whole path from the panel to the spot.",
  path_left: "Please show the spot from a few steps to its left.",
  path_right: "Please show the spot from a few steps to its right.",
  ac_unit: "Please show the nearest window, door and AC intake together with the stake.",
  side_yard: "Please show the ground that the path crosses.",
  meter: "We cannot read the number of the electric meter.",
};

export const copy = {
  band: BANDS,
  status: STATUSES,

  queue: "Photos",
  which: "Which reviews",
  count: (count: number) => (count === 1 ? "1 review" : `${count} reviews`),
  overdueCount: (count: number) =>
    count === 0 ? "none over the promised time" : `${count} over the promised time`,
  empty: "Nothing here.",
  emptyQueue: "No photos wait for you.",
  waited: (hours: number) =>
    hours < 48
      ? `${Math.floor(hours)} h`
      : `${Math.floor(hours / 24)} d ${Math.floor(hours % 24)} h`,
  overdue: "Overdue",
  answerBy: (when: string) => `Answer by ${when}`,
  photoCount: (count: number) => (count === 1 ? "1 photo" : `${count} photos`),
  columns: {
    waited: "Waiting",
    customer: "Home",
    band: "Chosen band",
    photos: "Photos",
    by: "Promised",
  },

  review: "Photo review",
  toQueue: "Back to the queue",
  toOrder: "Order",
  pictures: "Photos of this home",
  viewer: (at: string) =>
    `${at}. Zoom with plus and minus, 0 shows all of it, R turns it, arrows go on.`,
  position: (at: number, of: number, title: string) => `Photo ${at} of ${of}: ${title}`,
  noPictures: "Nothing has arrived yet.",
  previous: "Previous photo",
  next: "Next photo",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit all of it",
  turn: "Turn right",
  turnLabel: "Turn",
  fitLabel: "Fit",
  keys: "Keys on the photo: + − zoom, 0 all of it, R turn, ← → other photos",
  pictureFailed: "This photo did not load.",
  loadingPicture: "Loading the photo...",
  shotList: "What was asked",
  missing: "Missing",
  onItsWay: "On its way",
  refused: "Refused",
  shows: (title: string) => `Show photo: ${title}`,
  missingCount: (count: number) =>
    count === 0
      ? "All that were asked are here."
      : count === 1
        ? "1 is missing."
        : `${count} are missing.`,

  video: "Video",
  loadVideo: (size: string) => `Load the video (${size})`,
  loadingVideo: "Loading the video...",
  download: "Download it",
  megabytes: (bytes: number) => `${Math.max(0.1, bytes / 1_048_576).toFixed(1)} MB`,

  home: "The home",
  promised: "Chosen and promised",
  machine: "Generator",
  ownMachine: "Their own, not named",
  address: "Address",
  sent: "Sent",
  notes: "What they wrote",
  noNotes: "They wrote nothing.",
  answers: "Their answers",
  isDecisionMaker: "Is the homeowner or decision maker",
  isNotDecisionMaker: "Is not the homeowner or decision maker",
  canStake: "Can place a stake",
  cannotStake: "Cannot place a stake",
  sketch: "The chosen band is filled; the generator stands at the distance you set.",

  decide: "Decide",
  mode: "What to do",
  confirm: "Confirm the distance",
  retake: "Ask for better photos",
  feet: "Confirmed distance in feet",
  feetHint: "From the panel to the spot, along the wall.",
  ownPrice: "Another price for the installation",
  ownPriceHint: `Only for extra work, or for more than ${longestFlatRunFt} ft. In dollars; empty means the flat rate.`,
  ownPriceWrong: "Please write dollars, as in 4990 or 4990.50.",
  reason: "Why, in words the homeowner reads",
  keptReason: (feet: number) => `Your photos show a run of ${feet} ft, as you chose.`,
  loweredReason: (feet: number) => `Your photos show a run of ${feet} ft: shorter than you chose.`,
  askedReason: (feet: number) => `Your photos show a run of ${feet} ft: longer than you chose.`,
  reasonMissing: "Please say why, in at least three letters.",
  feetMissing: "Please tell the distance: whole feet from 0 to 2000.",
  previewing: "Working out the price...",
  line: "Line",
  before: "Promised",
  after: "Now",
  percent: (percent: number) => `${percent > 0 ? "+" : "−"}${Math.abs(percent)}%`,
  kept: "Locks the promised price at once. The homeowner gets the signed receipt.",
  lowered: "Locks the lower price at once. The homeowner gets the signed receipt.",
  asked:
    "Higher: nothing is locked until the homeowner says yes. They are asked now, with your reason.",
  askedRefundable:
    "Higher by more than 15%: nothing is locked until the homeowner says yes. They may decline, cancel, and have everything back.",
  lock: (total: string) => `Lock ${total}`,
  lockLower: (total: string) => `Lock the lower ${total}`,
  propose: (total: string) => `Propose ${total}`,
  deciding: "Sending...",
  lockedToast: (total: string) => `Locked at ${total}`,
  proposedToast: (total: string) => `${total} was put to the homeowner`,
  retakeToast: "The homeowner is asked for better photos",
  lastOfQueue: "That was the last one in the queue.",

  reasons: "What is wrong",
  shotReason: (slot: string) => SHOT_REASONS[slot] ?? null,
  ownWords: "In your own words",
  ownWordsHint: "The homeowner reads this after the reasons above.",
  fullReview: "Five photos cannot settle it: ask for ten",
  ask: "Ask for these photos",
  retakeMissing: "Please choose a reason or write one.",
  tooLong: (count: number) => `That is ${count} letters; 500 fit in the message.`,

  lockedTitle: (total: string) => `The price is locked at ${total}`,
  lockedText: (feet: number, by: string, when: string) =>
    `${feet} ft, confirmed by ${by} on ${when}.`,
  waitingTitle: (total: string) => `${total} waits for the homeowner`,
  waitingText: (percent: number, by: string, when: string, reason: string) =>
    `${percent}% more, proposed by ${by} on ${when}: ${reason}`,
  declinedTitle: (total: string) => `The homeowner declined ${total}`,
  declinedText: "Call them to find another way, then confirm the distance that was agreed.",
  retakeTitle: "Better photos were asked for",
  awaitingTitle: "The photos were not sent yet",
  awaitingText: "There is nothing to decide until they are.",
  cancelledTitle: "This order was cancelled",
  agreedTitle: "The price was agreed",
  agreedText: "It does not change any more.",
  cannotTitle: "You may look, not decide",
  cannotText: "Deciding needs the role of a reviewer, manager or owner.",
  changed: "Changed meanwhile",
} as const;
