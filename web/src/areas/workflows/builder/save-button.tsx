import { Copy, Download, FilePen, RotateCcw, Settings2, Upload } from 'lucide-react'
import { MenuItem, MenuSeparator } from '../../../ui/menu-items.tsx'
import { modKey } from '../../../ui/mod-key.ts'
import { SplitButton } from '../../../ui/split-button.tsx'
import { texts } from '../builder.texts.ts'

interface SaveActs {
  save: () => void
  keep: () => void
  publish: () => void
  /** Absent: there is no version to go back to. */
  discard?: (() => void) | undefined
  settings: () => void
  duplicate?: (() => void) | undefined
  export?: (() => void) | undefined
}

type SaveButtonProps = { acts: SaveActs; changed: boolean; broken: boolean; busy: boolean }

export function SaveButton({ acts, changed, broken, busy }: SaveButtonProps) {
  const { menu } = texts
  const idle = !changed || broken
  return (
    <SplitButton
      variant="primary"
      {...(!idle && { kbd: modKey('S') })}
      busy={busy}
      disabled={idle}
      menuStays
      menuLabel={texts.waysToSave}
      onClick={acts.save}
      menu={
        <>
          <MenuItem icon={FilePen} disabled={idle} onSelect={acts.keep}>
            {menu.keep}
          </MenuItem>
          <MenuItem icon={Upload} disabled={idle} onSelect={acts.publish}>
            {menu.publish}
          </MenuItem>
          {acts.discard && (
            <MenuItem icon={RotateCcw} danger onSelect={acts.discard}>
              {menu.discard}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={Settings2} onSelect={acts.settings}>
            {menu.settings}
          </MenuItem>
          {acts.duplicate && (
            <MenuItem icon={Copy} onSelect={acts.duplicate}>
              {menu.duplicate}
            </MenuItem>
          )}
          {acts.export && (
            <MenuItem icon={Download} onSelect={acts.export}>
              {menu.export}
            </MenuItem>
          )}
        </>
      }
    >
      {texts.save}
    </SplitButton>
  )
}
