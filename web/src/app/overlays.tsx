import type { CurrentUser } from '@throughline/contracts/auth'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { closeOverlay, overlay } from './overlay.ts'
import { useSignal } from './signal.ts'
import { useLate } from './use-late.ts'

const loadPalette = () => import('./palette/palette.tsx')
const ShortcutsSheet = lazyPart(
  () => import('./shortcuts/shortcuts-sheet.tsx'),
  (module) => module.ShortcutsSheet,
)
const LogOutDialog = lazyPart(
  () => import('./log-out-dialog.tsx'),
  (module) => module.LogOutDialog,
)
const AreasSheet = lazyPart(
  () => import('./shell/areas-sheet.tsx'),
  (module) => module.AreasSheet,
)

const close = {
  palette: () => closeOverlay('palette'),
  shortcuts: () => closeOverlay('shortcuts'),
  logOut: () => closeOverlay('log-out'),
  areas: () => closeOverlay('areas'),
}

/** Each is loaded when it is first opened and stays mounted, so that closing can be seen and focus goes back. */
export function Overlays({ user }: { user: CurrentUser }) {
  const shown = useSignal(overlay)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  if (shown && !opened.has(shown.kind)) setOpened(new Set([...opened, shown.kind]))
  // Fetched before it is wanted, and not lazy: revealed late, it would lose the first letters typed into it.
  const palette = useLate(loadPalette)
  // The next person who signs in starts with nothing open.
  useEffect(() => () => overlay.set(null), [])
  return (
    <Suspense>
      {palette && opened.has('palette') && (
        <palette.Palette request={shown?.kind === 'palette' ? shown : null} user={user} onClose={close.palette} />
      )}
      {opened.has('shortcuts') && (
        <ShortcutsSheet open={shown?.kind === 'shortcuts'} user={user} onClose={close.shortcuts} />
      )}
      {opened.has('log-out') && <LogOutDialog open={shown?.kind === 'log-out'} onClose={close.logOut} />}
      {opened.has('areas') && <AreasSheet user={user} open={shown?.kind === 'areas'} onClose={close.areas} />}
    </Suspense>
  )
}
