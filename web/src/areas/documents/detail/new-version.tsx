import type { DocumentDetail } from '@throughline/contracts/documents'
import { Upload } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { texts } from './detail.texts.ts'
import { useNewVersion } from './use-new-version.tsx'

export function NewVersion({ file }: { file: DocumentDetail }) {
  const { choose, input } = useNewVersion()
  return (
    <>
      {input}
      <Button size="sm" variant="ghost" icon={Upload} onClick={() => choose(file)}>
        {texts.newVersion}
      </Button>
    </>
  )
}
