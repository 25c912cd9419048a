import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { textOf } from '../../shared/address-params.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { modKey } from '../../ui/mod-key.ts'
import { closeOverlay, openPalette, overlay } from '../overlay.ts'
import { useSignal } from '../signal.ts'
import { texts } from '../texts.ts'

export const SEARCH_BOX = 'search-box'

/** A real input: what is typed goes on in the palette, which opens under it; Enter searches. */
export function SearchBox() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const paletteOpen = useSignal(overlay)?.kind === 'palette'
  const searched = useRouterState({
    select: ({ location: { pathname, search } }) => (pathname === '/search' ? textOf(search['q']) : ''),
  })
  // Once the palette has the focus it has the words too.
  const words = paletteOpen ? typed : searched
  const type = (next: string) => {
    setTyped(next)
    if (next) openPalette(next, true)
    else if (searched) void navigate({ to: '/search' })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!words.trim()) return
    closeOverlay('palette')
    void navigate({ to: '/search', search: { q: words.trim() } })
  }
  return (
    <search className="w-90 min-w-40">
      <form onSubmit={onSubmit} className="relative">
        <Search
          size={15}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-fg-3"
        />
        <input
          id={SEARCH_BOX}
          type="search"
          name="q"
          autoComplete="off"
          aria-label={texts.shell.search}
          placeholder={texts.shell.search}
          value={words}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped('')}
          className="h-8 w-full rounded-md border border-line-strong bg-surface pr-12 pl-8 text-sm shadow-xs placeholder:text-fg-3 focus-visible:outline-offset-0"
        />
        <Kbd className="pointer-events-none absolute top-[7px] right-2">{modKey('K')}</Kbd>
      </form>
    </search>
  )
}
