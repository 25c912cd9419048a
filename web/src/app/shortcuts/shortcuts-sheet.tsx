import type { CurrentUser } from '@throughline/contracts/auth'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { modKey } from '../../ui/mod-key.ts'
import { pageKeys } from '../../ui/page-keys.ts'
import { Switch } from '../../ui/switch.tsx'
import { createItems } from '../shell/create-items.ts'
import { NAV_ITEMS } from '../shell/nav-items.ts'
import { useSignal } from '../signal.ts'
import { setShortcuts, shortcutsOn } from './enabled.ts'
import { texts } from './shortcuts.texts.ts'

type Row = { label: string; keys: string[] }

type ShortcutsSheetProps = { open: boolean; user: CurrentUser; onClose: () => void }

const EVERYWHERE: Row[] = [
  { label: texts.palette, keys: [modKey('K')] },
  { label: texts.search, keys: ['/'] },
  { label: texts.navigation, keys: ['['] },
  { label: texts.help, keys: ['F1'] },
  { label: texts.sheet, keys: ['?'] },
]
const GO = NAV_ITEMS.flatMap(({ label, go }): Row[] => (go ? [{ label, keys: ['G', go.toUpperCase()] }] : []))

const ofThisPage = () =>
  pageKeys().map(({ key, label }): Row => ({ label, keys: [key.length === 1 ? key.toUpperCase() : key] }))

export function ShortcutsSheet({ open, user, onClose }: ShortcutsSheetProps) {
  const on = useSignal(shortcutsOn)
  const creations = createItems(user).map(({ label, key }): Row => ({ label, keys: ['N', key.toUpperCase()] }))
  const here = open ? ofThisPage() : []
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} note={texts.note} width={560}>
      <div data-first tabIndex={-1} className="grid gap-x-10 gap-y-5 outline-none min-[560px]:grid-cols-2">
        <KeyList title={texts.goTo} rows={GO} />
        <div className="space-y-5">
          {here.length > 0 && <KeyList title={texts.thisPage} rows={here} />}
          <KeyList title={texts.everywhere} rows={EVERYWHERE} />
          {creations.length > 0 && <KeyList title={texts.create} rows={creations} />}
        </div>
      </div>
      <div className="mt-5 border-t pt-4">
        <Switch checked={on} onChange={setShortcuts} hint={texts.switchHint}>
          {texts.switch}
        </Switch>
      </div>
    </Dialog>
  )
}

function KeyList({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-medium tracking-normal text-fg-3">{title}</h3>
      <dl className="space-y-1.5">
        {rows.map(({ label, keys }) => (
          <div key={label} className="flex items-center justify-between gap-4">
            <dt>{label}</dt>
            <dd translate="no" className="flex items-center gap-1 text-xs text-fg-3">
              {keys.map((key, position) => (
                <span key={key} className="flex items-center gap-1">
                  {position > 0 && <span>{texts.followedBy}</span>}
                  <Kbd>{key}</Kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
