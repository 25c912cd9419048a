import { useId } from 'react'
import { texts } from '../auth.texts.ts'

/** The help pages stand behind the sign-in, so whoever cannot get in finds the answers here. */
export function SignInHelp() {
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
