import { Moon, Sun } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { setTheme } from '../../../ui/theme.ts'
import { useTheme } from '../../../ui/use-theme.ts'
import { texts } from '../auth.texts.ts'
import { LineArt } from './line-art.tsx'
import { Mark } from './mark.tsx'

export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-dvh bg-surface">
      <Brand />
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <header className="flex h-16 shrink-0 items-center gap-2 px-6">
          <span className="flex items-center gap-2.5 min-[900px]:hidden">
            <Mark />
            <span className="text-md font-semibold">{texts.product}</span>
          </span>
          <span className="flex-1" />
          <SignInHelp />
          <ThemeSwitch />
        </header>
        <main id="main" className="grid flex-1 grid-cols-[minmax(0,22.5rem)] place-content-center px-6 pt-2 pb-20">
          {children}
        </main>
      </div>
    </div>
  )
}

function ThemeSwitch() {
  const { theme } = useTheme()
  const dark = theme === 'dark'
  return (
    <IconButton
      label={dark ? texts.toLightTheme : texts.toDarkTheme}
      icon={dark ? Sun : Moon}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  )
}

/** Always in the dark tokens, so it is one picture in both themes. */
function Brand() {
  return (
    <aside
      data-theme="dark"
      aria-label={texts.aboutProduct}
      className="relative hidden w-[46%] max-w-[760px] shrink-0 flex-col justify-between bg-accent-subtle p-10 text-fg min-[900px]:flex"
    >
      <LineArt />
      <div className="relative flex items-center gap-3">
        <Mark size={32} />
        <span className="text-lg font-semibold tracking-(--track-tight)">{texts.product}</span>
      </div>
      <div className="relative max-w-[400px]">
        <p className="text-3xl font-semibold tracking-(--track-tighter)">{texts.brandLine}</p>
        <p className="mt-3 text-md text-fg-2">{texts.brandText}</p>
      </div>
    </aside>
  )
}

/** The help pages stand behind the sign-in, so a person who cannot get in finds the answers here. */
function SignInHelp() {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="rounded-sm px-2 py-1 text-sm text-fg-2 hover:text-fg hover:underline"
      >
        {texts.help}
      </button>
      <dialog
        id={id}
        popover="auto"
        aria-labelledby={`${id}-title`}
        className="inset-auto top-14 right-6 w-80 max-w-[calc(100vw-48px)] rounded-lg border bg-overlay p-4 text-fg shadow-lg"
      >
        <h2 id={`${id}-title`} className="text-sm">
          {texts.helpTitle}
        </h2>
        <dl className="mt-1 text-sm">
          {Object.entries(texts.helpItems).map(([key, { question, answer }]) => (
            <div key={key} className="mt-2.5">
              <dt className="font-medium">{question}</dt>
              <dd className="text-fg-2">{answer}</dd>
            </div>
          ))}
        </dl>
      </dialog>
    </>
  )
}
