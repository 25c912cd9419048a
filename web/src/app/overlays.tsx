import type { CurrentUser } from '@throughline/contracts/auth'
import { lazy, Suspense, useEffect, useState } from 'react'
import { closeOverlay, overlay } from './overlay.ts'
import { useSignal } from './signal.ts'
import { whenIdle } from './when-idle.ts'

const loadPalette = () => import('./palette/palette.tsx')
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })))
const ShortcutsSheet = lazy(() =>
  import('./shortcuts/shortcuts-sheet.tsx').then((module) => ({ default: module.ShortcutsSheet })),
)
const LogOutDialog = lazy(() => import('./log-out-dialog.tsx').then((module) => ({ default: module.LogOutDialog })))
const AreasSheet = lazy(() => import('./shell/areas-sheet.tsx').then((module) => ({ default: module.AreasSheet })))

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
  // The palette should answer the first key press: it is fetched before it is wanted.
  useEffect(() => whenIdle(() => void loadPalette()), [])
  // Whoever signs in next starts with nothing open.
  useEffect(() => () => overlay.set(null), [])
  return (
    <Suspense>
      {opened.has('palette') && (
        <Palette request={shown?.kind === 'palette' ? shown : null} user={user} onClose={close.palette} />
      )}
      {opened.has('shortcuts') && <ShortcutsSheet open={shown?.kind === 'shortcuts'} onClose={close.shortcuts} />}
      {opened.has('log-out') && <LogOutDialog open={shown?.kind === 'log-out'} onClose={close.logOut} />}
      {opened.has('areas') && <AreasSheet open={shown?.kind === 'areas'} user={user} onClose={close.areas} />}
    </Suspense>
  )
}
