import { Kbd } from '../../../ui/kbd.tsx'
import { texts } from './outline.texts.ts'

type Hint = [keys: string[], does: string]

const { keys } = texts
const moving: Hint[] = [
  [['↑', '↓'], keys.move],
  [['←', '→'], keys.branch],
]
const finding: Hint[] = [
  [['J'], keys.jump],
  [['I'], keys.issue],
]
const editing: Hint[] = [
  ...moving,
  [['↵'], keys.edit],
  [['A'], keys.addAfter],
  [['B'], keys.addBranch],
  [['⌥↑', '⌥↓'], keys.reorder],
  ...finding,
  [['⌫'], keys.remove],
]
const reading: Hint[] = [...moving, [['↵'], keys.open], ...finding]

export function OutlineHints({ readOnly }: { readOnly: boolean }) {
  return (
    <ul
      aria-label={keys.label}
      className="flex h-10 shrink-0 items-center gap-4 overflow-hidden border-t bg-surface-2 px-4 text-xs text-nowrap text-fg-3"
    >
      {(readOnly ? reading : editing).map(([names, does]) => (
        <li key={does} className="inline-flex items-center gap-1">
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
          <span className="ml-0.5">{does}</span>
        </li>
      ))}
    </ul>
  )
}
