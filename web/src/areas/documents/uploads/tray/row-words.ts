import { sizeText } from '../../../../shared/format/size.ts'
import { maxBytesOf, type Upload } from '../../../../shared/uploads/engine/upload.ts'
import { spec, texts } from '../uploads.texts.ts'

const MINUTE = 60
/** Longer than any file takes while the scanner is there. */
const LONG = 60_000

const words = texts.state

function leftText(seconds: number): string {
  if (seconds < MINUTE)
    return words.seconds(Math.max(1, seconds < 10 ? Math.ceil(seconds) : Math.ceil(seconds / 5) * 5))
  return words.minutes(Math.round(seconds / MINUTE))
}

function sendingText({ sent, size, rate }: Upload): string {
  const amount = sizeText(sent)
  return rate ? words.sentLeft(amount, leftText((size - sent) / rate)) : words.sent(amount)
}

const safely = ({ safe }: Upload, some: (safe: string) => string, none: string) =>
  safe > 0 ? some(sizeText(safe)) : none

function doneText({ document }: Upload): string {
  const { version = 1, taskName } = document ?? {}
  if (version === 1) return taskName ? words.doneOn(taskName) : words.done
  return taskName ? words.versionOn(version, taskName) : words.version(version)
}

const TEXTS: Record<Upload['phase'], (upload: Upload, now: number) => string> = {
  lost: (upload) => safely(upload, words.lost, words.lostAtStart),
  locked: (upload) => safely(upload, words.locked, words.lockedAtStart),
  paused: (upload) => safely(upload, words.paused, words.pausedAtStart),
  offline: (upload) => safely(upload, words.offline, words.offlineAtStart),
  waiting: () => words.waiting,
  sending: sendingText,
  finishing: () => words.finishing,
  infected: ({ problem }) => words.infected(problem ?? words.infectedUnnamed),
  unchecked: ({ problem }) => words.unchecked(problem ?? words.uncheckedUnnamed),
  failed: ({ problem }) => problem ?? spec.failed,
  refused: ({ target }) => words.tooLarge(sizeText(maxBytesOf(target))),
  checking: ({ arrivedAt = 0 }, now) => (now - arrivedAt > LONG ? words.longChecking : words.checking),
  done: doneText,
  gone: () => words.gone,
}

/** How an upload stands, in one or two sentences. */
export const rowText = (upload: Upload, now: number): string => TEXTS[upload.phase](upload, now)
