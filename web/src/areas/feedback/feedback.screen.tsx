import { CircleCheckBig } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { texts } from './feedback.texts.ts'
import { FeedbackForm } from './parts/feedback-form.tsx'

export function FeedbackScreen() {
  const [sent, setSent] = useState(0)
  const [thanking, setThanking] = useState(false)
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={texts.title} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-board">
        <div className="mx-auto max-w-170 px-4 py-6 min-[760px]:p-8">
          {thanking ? (
            <Thanks onMore={() => setThanking(false)} />
          ) : (
            <FeedbackForm
              again={sent > 0}
              onSent={() => {
                setSent(sent + 1)
                setThanking(true)
              }}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** In the form's place; the ears hear it because it takes the focus. */
function Thanks({ onMore }: { onMore: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card>
      <div className="grid place-items-center px-6 py-14 text-center">
        <span className="mb-4 grid size-12 place-items-center rounded-xl bg-success-bg text-success-fg">
          <CircleCheckBig size={22} strokeWidth={1.8} aria-hidden />
        </span>
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {texts.thanks}
        </h2>
        <p className="mt-1.5 text-md text-fg-2">{texts.thanksNote}</p>
        <Button className="mt-6" onClick={onMore}>
          {texts.sendMore}
        </Button>
      </div>
    </Card>
  )
}
