import { useCanGoBack, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, X } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { textOf } from '../../shared/address-params.ts'
import { texts as late } from '../late.texts.ts'
import { texts } from '../texts.ts'

const target = 'inset-focus grid size-11 shrink-0 place-items-center rounded-sm text-fg-2'

/** On the search page the words stand at the top, where on a wide screen the box of the shell has them. */
export function PhoneSearch() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const input = useRef<HTMLInputElement>(null)
  const searched = useRouterState({ select: ({ location: { search } }) => textOf(search['q']) })
  const search = (event: FormEvent) => {
    event.preventDefault()
    const q = input.current?.value.trim()
    input.current?.blur()
    void navigate({ to: '/search', search: q ? { q } : {} })
  }
  const clear = () => {
    input.current?.focus()
    void navigate({ to: '/search', search: {} })
  }
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b bg-surface pr-4 pl-1">
      <button
        type="button"
        aria-label={late.phone.back}
        onClick={() => (canGoBack ? history.back() : void navigate({ to: '/home' }))}
        className={target}
      >
        <ArrowLeft size={20} strokeWidth={1.8} aria-hidden />
      </button>
      <search className="relative min-w-0 flex-1">
        <form onSubmit={search}>
          <input
            // Another search has another text, whatever was typed meanwhile.
            key={searched}
            ref={input}
            type="search"
            name="q"
            autoComplete="off"
            enterKeyHint="search"
            aria-label={texts.shell.search}
            placeholder={texts.shell.search}
            defaultValue={searched}
            className="h-10 w-full rounded-md border border-line-strong bg-surface pr-11 pl-3 text-md placeholder:text-fg-3 [&::-webkit-search-cancel-button]:hidden"
          />
        </form>
        {searched && (
          <button
            type="button"
            aria-label={late.phone.clear}
            onClick={clear}
            className="inset-focus absolute top-0 right-0 grid h-10 w-11 place-items-center rounded-md text-fg-2"
          >
            <X size={16} aria-hidden />
          </button>
        )}
      </search>
    </header>
  )
}
