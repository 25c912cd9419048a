import { sizeText } from '../format/size.ts'
import { maxBytesOf, type Upload } from './engine/upload.ts'
import { spec, texts } from './upload-status.texts.ts'

const MINUTE = 60
/** Longer than any file takes while the scanner is there. */
const LONG = 60_000

function leftText(seconds: number): string {
  if (seconds < MINUTE)
    return texts.seconds(Math.max(1, seconds < 10 ? Math.ceil(seconds) : Math.ceil(seconds / 5) * 5))
  return texts.minutes(Math.round(seconds / MINUTE))
}

function sendingText({ sent, size, rate }: Upload): string {
  const amount = sizeText(sent)
  return rate ? texts.sentLeft(amount, leftText((size - sent) / rate)) : texts.sent(amount)
}

const safely = ({ safe }: Upload, some: (safe: string) => string, none: string) =>
  safe > 0 ? some(sizeText(safe)) : none

function doneText({ document }: Upload): string {
  const { version = 1, taskName } = document ?? {}
  if (version === 1) return taskName ? texts.doneOn(taskName) : texts.done
  return taskName ? texts.versionOn(version, taskName) : texts.version(version)
}

const TEXTS: Record<Upload['phase'], (upload: Upload, now: number) => string> = {
  lost: (upload) => safely(upload, texts.lost, texts.lostAtStart),
  locked: (upload) => safely(upload, texts.locked, texts.lockedAtStart),
  paused: (upload) => safely(upload, texts.paused, texts.pausedAtStart),
  offline: (upload) => safely(upload, texts.offline, texts.offlineAtStart),
  waiting: () => texts.waiting,
  sending: sendingText,
  finishing: () => texts.finishing,
  infected: ({ problem }) => texts.infected(problem ?? texts.infectedUnnamed),
  unchecked: ({ problem }) => texts.unchecked(problem ?? texts.uncheckedUnnamed),
  failed: ({ problem }) => problem ?? spec.failed,
  refused: ({ target }) => texts.tooLarge(sizeText(maxBytesOf(target))),
  checking: ({ arrivedAt = 0 }, now) => (now - arrivedAt > LONG ? texts.longChecking : texts.checking),
  done: doneText,
  gone: () => texts.gone,
}

/** How an upload stands, in one or two sentences. */
export const uploadStatus = (upload: Upload, now: number): string => TEXTS[upload.phase](upload, now)
