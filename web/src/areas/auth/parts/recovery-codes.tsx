import { Download, Printer } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { texts } from './second-factor.texts.ts'

const asText = (codes: readonly string[], name: string) => `${texts.fileHead(name)}\n\n${codes.join('\n')}\n`

/** Printed from a page of their own, so that nothing else of the screen is on the paper. */
function print(fileText: string) {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentWindow
  const sheet = frame.contentDocument?.createElement('pre')
  if (!page || !sheet) return
  sheet.textContent = fileText
  page.document.body.append(sheet)
  page.addEventListener('afterprint', () => frame.remove())
  page.print()
}

/** They stand where the field for the code was. */
const takeFocus = (note: HTMLElement | null) => note?.focus()

/** Shown once. `name` says on the paper whose they are. */
export function RecoveryCodes({ codes, name }: { codes: readonly string[]; name: string }) {
  const fileText = asText(codes, name)
  return (
    <>
      <p ref={takeFocus} tabIndex={-1} className="text-md text-fg-2 outline-none">
        {texts.codesNote}
      </p>
      <ul
        aria-label={texts.codes}
        translate="no"
        className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md border bg-surface-2 px-4 py-3 font-mono text-sm dark:bg-surface"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={fileText} variant="secondary" size="md" />
        <Button icon={Download} onClick={() => saveFile(new Blob([fileText], { type: 'text/plain' }), texts.fileName)}>
          {texts.download}
        </Button>
        <Button icon={Printer} onClick={() => print(fileText)}>
          {texts.print}
        </Button>
      </div>
    </>
  )
}
