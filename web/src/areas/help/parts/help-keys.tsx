import { Kbd } from '../../../ui/kbd.tsx'
import { modKey } from '../../../ui/mod-key.ts'
import { DELETE_KEY } from '../../../ui/platform-keys.ts'
import { texts } from '../help.texts.ts'

const SIGNS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Backspace: DELETE_KEY,
}

/** How a key is written on this computer. */
function keyName(key: string): string {
  if (key.startsWith('mod+')) return modKey(key.slice('mod+'.length).toUpperCase())
  return SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key)
}

const CHORD = ' then '

/** Keys as they are pressed: one of several, or one after the other. */
function Keys({ press }: { press: string }) {
  const chord = press.includes(CHORD)
  return (
    <span className="inline-flex items-center gap-1 text-xs text-fg-3">
      {press.split(chord ? CHORD : ' ').map((key, place) => (
        <span key={key} className="inline-flex items-center gap-1">
          {chord && place > 0 && texts.followedBy}
          <Kbd>{keyName(key)}</Kbd>
        </span>
      ))}
    </span>
  )
}

export function KeyList({ keys }: { keys: Readonly<Record<string, string>> }) {
  return (
    <dl className="mt-2.5 flex flex-wrap gap-x-5 gap-y-2">
      {Object.entries(keys).map(([press, does]) => (
        <div key={press} className="flex items-center gap-2">
          <dt>
            <Keys press={press} />
          </dt>
          <dd className="text-sm text-fg-2">{does}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A text with the keys in it drawn as keys. */
export const WithKeys = ({ text }: { text: string }) =>
  text.split('`').map((part, place) => (place % 2 === 1 ? <Kbd key={`${place} ${part}`}>{keyName(part)}</Kbd> : part))
