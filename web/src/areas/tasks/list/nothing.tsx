import { Inbox, ListChecks, SearchX } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { spec, texts } from '../tasks.texts.ts'

type NothingProps = { narrowed: boolean; queue: boolean; onClear: () => void }

/** Said aloud when it comes, as after a filter without a match. */
export function Nothing({ narrowed, queue, onClear }: NothingProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
    <div role="status" className="grid flex-1 place-items-center pb-24">
      {narrowed ? (
        <Empty
          icon={SearchX}
          title={spec.noMatch}
          hint={texts.nothingHint}
          action={<Button onClick={onClear}>{texts.clear}</Button>}
        />
      ) : queue ? (
        <Empty icon={Inbox} title={texts.emptyQueue} hint={texts.emptyQueueHint} />
      ) : (
        <Empty icon={ListChecks} title={spec.noMatch} hint={texts.emptyHint} />
      )}
    </div>
  )
}
