import { isRunning, type Phase, type Upload } from '../../../../shared/uploads/engine/upload.ts'

/** needs you, running, quarantined, failed, checking, done. */
const RANK: Record<Phase, number> = {
  lost: 0,
  locked: 0,
  paused: 0,
  sending: 1,
  finishing: 1,
  offline: 1,
  waiting: 2,
  infected: 3,
  unchecked: 4,
  failed: 4,
  refused: 4,
  checking: 5,
  done: 6,
  gone: 6,
}

/** Within each of these, in the order in which they were added. */
export const inOrder = (uploads: readonly Upload[]): Upload[] =>
  uploads.toSorted((a, b) => RANK[a.phase] - RANK[b.phase] || a.addedAt - b.addedAt)

export interface Summary {
  all: number
  running: number
  pausable: number
  paused: number
  needed: number
  failed: number
  quarantined: number
  checking: number
  done: number
  /** 0 to 100, of everything that is still to arrive or has. */
  part: number
}

const count = (uploads: readonly Upload[], ...phases: Phase[]) =>
  uploads.filter(({ phase }) => phases.includes(phase)).length

const sum = (uploads: readonly Upload[], of: (upload: Upload) => number) =>
  uploads.reduce((total, upload) => total + of(upload), 0)

export function summaryOf(uploads: readonly Upload[]): Summary {
  const arriving = uploads.filter(({ phase }) => phase !== 'failed' && phase !== 'refused')
  const size = sum(arriving, (upload) => upload.size)
  return {
    all: uploads.length,
    running: uploads.filter(isRunning).length,
    pausable: count(uploads, 'sending', 'waiting', 'offline'),
    paused: count(uploads, 'paused', 'locked'),
    needed: count(uploads, 'lost'),
    failed: count(uploads, 'failed', 'refused', 'unchecked'),
    quarantined: count(uploads, 'infected'),
    checking: count(uploads, 'checking'),
    done: count(uploads, 'done', 'gone'),
    part: size === 0 ? 100 : Math.round((sum(arriving, (upload) => Math.min(upload.sent, upload.size)) * 100) / size),
  }
}
