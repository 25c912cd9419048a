import { Autocomplete } from '@base-ui/react/autocomplete'
import { Kbd } from '../../ui/kbd.tsx'
import type { PaletteItem } from './palette-items.ts'

export function PaletteRow({ item, onRun }: { item: PaletteItem; onRun: (item: PaletteItem) => void }) {
  const { icon: Icon, label, note, keys, own } = item
  return (
    <Autocomplete.Item
      value={item}
      onClick={() => onRun(item)}
      className="flex h-11 items-center gap-3 rounded-md px-2.5 outline-none data-highlighted:bg-accent-subtle"
    >
      <span className="grid w-5 shrink-0 place-items-center">
        <Icon size={16} strokeWidth={1.8} aria-hidden className="text-fg-3" />
      </span>
      <span className="min-w-0 flex-1 truncate text-md">
        <span translate={own ? 'no' : undefined}>{label}</span>
        {note && <span className="ml-2 text-sm text-fg-3">{note}</span>}
      </span>
      {keys && (
        <span translate="no" aria-hidden className="flex gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Autocomplete.Item>
  )
}
