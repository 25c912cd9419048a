import type { ShownAnswer } from '@throughline/contracts/running'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { useOpenedFile } from './opened-file.tsx'

/** Files that somebody gave as an answer, each of which is looked at over the page. */
export function AnswerFiles({ files }: Pick<ShownAnswer, 'files'>) {
  const { show, view } = useOpenedFile(files)
  return (
    <>
      <ul className="space-y-0.5">
        {files.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              translate="no"
              dir="auto"
              onClick={() => show(id)}
              className={`text-left break-words ${quietLinkClass}`}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {view}
    </>
  )
}
