import type { KnownVariable } from '@throughline/flow/compile'
import type { VarType } from '@throughline/flow/document'
import { Variable } from 'lucide-react'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { MenuGroup, MenuItem } from '../../../../ui/menu-items.tsx'
import { texts } from './expressions.texts.ts'
import { type Known, useKnown } from './known.ts'

const fallbacks: Partial<Record<VarType, string>> = {
  string: '""',
  person: '""',
  number: '0.0',
  boolean: 'false',
  list: '[]',
  table: '[]',
  file: '[]',
}

/** How a variable is written where it may not be set: with something to fall back on, where there is such a thing. */
function readingOf({ name, type, sure }: KnownVariable): string {
  const other = fallbacks[type]
  return sure || other === undefined ? `vars.${name}` : `vars.?${name}.orValue(${other})`
}

/** Variables that can be read here, those that are surely set first. */
export function InsertMenu({ onInsert }: { onInsert: (text: string) => void }) {
  const known = useKnown()
  return (
    <Menu align="end" trigger={<IconButton label={texts.insert} icon={Variable} size="sm" />}>
      <Choices known={known} onInsert={onInsert} />
    </Menu>
  )
}

function Choices({ known, onInsert }: { known: Known; onInsert: (text: string) => void }) {
  const all = known.variables()
  if (all.length === 0) return <MenuItem disabled>{texts.none}</MenuItem>
  const group = (label: string, sure: boolean) => {
    const some = all.filter((one) => one.sure === sure)
    return (
      some.length > 0 && (
        <MenuGroup label={label}>
          {some.map((one) => (
            <MenuItem key={one.name} onSelect={() => onInsert(readingOf(one))}>
              <span translate="no" className="flex items-baseline gap-3">
                <span className="min-w-0 flex-1 truncate">{known.labels.variable(one.name)}</span>
                <code className="font-mono text-2xs text-fg-3">{one.name}</code>
              </span>
            </MenuItem>
          ))}
        </MenuGroup>
      )
    )
  }
  return (
    <>
      {group(texts.sure, true)}
      {group(texts.maybe, false)}
    </>
  )
}
