import type { DocumentDetail, DocumentVersion } from '@throughline/contracts/documents'
import { Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Section } from '../../../ui/section.tsx'
import { useDocumentsRefresh } from '../documents.api.ts'
import { restoreVersion } from './detail.api.ts'
import { spec, texts } from './detail.texts.ts'
import type { FilePanelProps } from './file-panel.tsx'
import { useNewVersion } from './use-new-version.tsx'
import { VersionRow } from './version-row.tsx'

function NewVersion({ file }: { file: DocumentDetail }) {
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

const CompareDialog = lazyPart(
  () => import('../decision/compare/compare-dialog.tsx'),
  (module) => module.CompareDialog,
)

type VersionsProps = Pick<FilePanelProps, 'onPreview'> & { file: DocumentDetail }

/** Newest first. Restoring an old one makes a new one of it. */
export function Versions({ file, onPreview }: VersionsProps) {
  const { run } = useAct({ refresh: useDocumentsRefresh() })
  const [restoring, setRestoring] = useState<DocumentVersion>()
  const [comparing, setComparing] = useState<number>()
  const { versions } = file
  const canManage = file.can.manage && !file.deleted_at
  const restore = async ({ version_number: number }: DocumentVersion) => {
    await run({ call: () => restoreVersion(file.id, number), done: texts.restored(number), failed: texts.notRestored })
  }
  return (
    <Section
      title={texts.versions}
      {...(versions.length > 0 && { count: file.version_count })}
      action={canManage && <NewVersion file={file} />}
    >
      {versions.length === 0 ? (
        <p className="text-sm text-fg-3">{spec.noVersions}</p>
      ) : (
        <ol className="space-y-2">
          {versions.map((version) => (
            <VersionRow
              key={version.version_number}
              file={file}
              version={version}
              onPreview={() => onPreview(file.id, version.version_number)}
              onCompare={() => setComparing(version.version_number)}
              onRestore={canManage ? () => setRestoring(version) : undefined}
            />
          ))}
        </ol>
      )}
      {restoring && (
        <AlertDialog
          tone="primary"
          onClose={() => setRestoring(undefined)}
          title={texts.restoreTitle(restoring.version_number)}
          confirmLabel={texts.restoreVersion(restoring.version_number)}
          onConfirm={() => restore(restoring)}
        >
          {texts.restoring(file.version_count + 1)}
        </AlertDialog>
      )}
      {comparing !== undefined && (
        <Suspense>
          <CompareDialog
            file={file}
            from={comparing}
            to={file.current_version}
            onClose={() => setComparing(undefined)}
          />
        </Suspense>
      )}
    </Section>
  )
}
