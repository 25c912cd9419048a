import type { InstanceStatus } from '@throughline/contracts/running'
import { known, NONE, STATUSES } from './instances-search.ts'

/** What has been called off is only there when it is asked for. */
export const USUAL: readonly InstanceStatus[] = ['pending', 'in_progress', 'completed', 'failed']

export const writeStatuses = (chosen: readonly InstanceStatus[], usual: readonly InstanceStatus[]) =>
  chosen.length === usual.length && usual.every((status) => chosen.includes(status))
    ? undefined
    : STATUSES.filter((status) => chosen.includes(status)).join(',') || NONE

export const readStatuses = (text: string | undefined, usual: readonly InstanceStatus[]): readonly InstanceStatus[] =>
  text === undefined ? usual : known(text)
