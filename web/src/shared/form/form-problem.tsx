import { Hourglass } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { texts } from './form.texts.ts'

type FormProblemProps = { problem: { title: string; hint?: string | undefined } | undefined; seconds: number }

/** Above the form: why it was refused, or how long to wait. */
export function FormProblem({ problem, seconds }: FormProblemProps) {
  const place = useRef<HTMLDivElement>(null)
  const shown = problem !== undefined || seconds > 0
  useEffect(() => {
    if (shown) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [shown])
  if (!shown) return null
  return (
    <div ref={place} className="mb-5">
      {problem ? (
        <Banner tone="danger" title={problem.title}>
          {problem.hint}
        </Banner>
      ) : (
        <TooManyTries seconds={seconds} />
      )}
    </div>
  )
}

/** The eyes see it count down; the ears hear it once. */
function TooManyTries({ seconds }: { seconds: number }) {
  const [announced] = useState(seconds)
  return (
    <Banner
      tone="danger"
      icon={Hourglass}
      title={
        <>
          <span className="sr-only">{texts.tooManyTries(announced)}</span>
          <span aria-hidden className="tnum">
            {texts.tooManyTries(seconds)}
          </span>
        </>
      }
    />
  )
}
