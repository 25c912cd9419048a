import type { Attachment, Task } from '@throughline/contracts/tasks'
import type { Field } from '@throughline/contracts/workflow-document'
import { useRef, useState } from 'react'
import { attach } from '../task-acts.api.ts'

/** Sends files as answers to fields, and knows when none is on its way any more. */
export function useUploading({ id }: Task) {
  const running = useRef(new Set<Promise<unknown>>())
  const [count, setCount] = useState(0)
  const upload = async (file: File, field: Field, onProgress?: (part: number) => void): Promise<Attachment> => {
    const sending = attach(id, file, { field: field.name, ...(onProgress && { onProgress }) })
    running.current.add(sending)
    setCount(running.current.size)
    try {
      const [attachment] = await sending
      if (!attachment) throw new Error('the upload was answered by no file')
      return attachment
    } finally {
      running.current.delete(sending)
      setCount(running.current.size)
    }
  }
  /** Whether everything arrived; what failed stands in its field. */
  const allArrived = async (): Promise<boolean> => {
    let whole = true
    while (running.current.size > 0) {
      const results = await Promise.allSettled(running.current)
      // The field takes the answer right after its upload has been answered.
      await new Promise((resolve) => setTimeout(resolve))
      whole &&= results.every(({ status }) => status === 'fulfilled')
    }
    return whole
  }
  return { upload, count, allArrived }
}
