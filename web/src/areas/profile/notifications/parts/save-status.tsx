import { clockTime } from '../../../../shared/format/time.ts'
import type { SaveState } from '../notifications.api.ts'
import { texts } from '../notifications.texts.ts'

/** Choices save themselves: says when the last one did. */
export function SaveStatus({ state: { busy, savedAt }, zone }: { state: SaveState; zone: string }) {
  const said = busy ? texts.saving : savedAt === undefined ? '' : texts.savedAt(clockTime(savedAt, zone))
  return <output className="px-2 text-xs text-fg-3">{said}</output>
}
