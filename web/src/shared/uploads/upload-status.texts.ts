import { catalogue } from '../../ui/catalogue.ts'
import { counted } from '../format/count.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  failed: 'Failed to upload file. Please try again.',
})

export const texts = catalogue({
  waiting: 'Waiting',
  sent: (sent: string) => `${sent} sent`,
  sentLeft: (sent: string, left: string) => `${sent} sent, ${left} left`,
  seconds: (count: number) => `about ${counted(count, 'second')}`,
  minutes: (count: number) => `about ${counted(count, 'minute')}`,
  finishing: 'Sent. Finishing up.',
  paused: (safe: string) => `Paused at ${safe}. Resumes from there, even after a reload.`,
  pausedAtStart: 'Paused before it started.',
  offline: (safe: string) => `Connection lost at ${safe}. Resumes from there, even after a reload.`,
  offlineAtStart: 'Connection lost. Starts again when you’re back online.',
  lost: (safe: string) => `${safe} uploaded. Choose the same file again to resume.`,
  lostAtStart: 'Choose the same file again to upload it.',
  locked: (safe: string) => `${safe} uploaded. Allow access to the file to resume.`,
  lockedAtStart: 'The page was reloaded. Allow access to the file to resume.',
  infected: (problem: string) => `Quarantined: ${problem} No one can open it.`,
  infectedUnnamed: 'a virus was found.',
  tooLarge: (most: string) => `This file is larger than the limit of ${most}.`,
  unchecked: (problem: string) => `${problem} No one can open it.`,
  uncheckedUnnamed: 'It couldn’t be checked.',
  checking: 'Uploaded. Others can see it after the virus check.',
  longChecking: 'Quarantined until it’s checked for viruses. No one can open it until then.',
  done: 'Uploaded',
  doneOn: (task: string) => `Uploaded to ${task}`,
  gone: 'Uploaded. It was deleted or moved somewhere you can’t see.',
  version: (number: number) => `Version ${number}`,
  versionOn: (number: number, task: string) => `Version ${number} on ${task}`,
})
