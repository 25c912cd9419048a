import { SearchX } from 'lucide-react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { Group, Sample } from './sample.tsx'

const nothing = () => undefined

export function Feedback() {
  return (
    <Group title="Feedback">
      <Sample name="Banner" stack>
        <Banner tone="danger" title="Failed to sign in. Please try again." onDismiss={nothing}>
          Check the username and the password.
        </Banner>
        <Banner
          tone="warning"
          title="Your session ends in 2 minutes"
          action={<Button size="sm">Stay signed in</Button>}
        />
        <Banner tone="info" title="A new version is ready" action={<Button size="sm">Reload</Button>} />
        <Banner tone="success" title="1,204 rows verified against the signed head" />
      </Sample>
      <Sample name="Toast">
        <Button onClick={() => toast.success('Registration Link Sent! Please check your email.')}>Success</Button>
        <Button
          onClick={() =>
            toast.error('Failed to update role', {
              description: 'The server did not answer in time.',
              action: { label: 'Retry', onPress: () => toast.success('Role updated') },
            })
          }
        >
          Error
        </Button>
        <Button
          onClick={() =>
            toast.info('File deleted successfully', {
              description: 'Passport, L. Castell.jpg',
              action: { label: 'Undo', onPress: () => toast.success('File restored') },
            })
          }
        >
          With Undo
        </Button>
        <Button onClick={() => toast.warning('Cannot delete workflow with active instances')}>Warning</Button>
        <Button variant="ghost" onClick={() => toast.dismiss()}>
          Dismiss all
        </Button>
      </Sample>
      <Sample name="Skeleton" stack>
        <Loading label="Loading members..." className="grid w-80 gap-3">
          {['w-48', 'w-36', 'w-52'].map((width) => (
            <span key={width} className="flex items-center gap-3">
              <Skeleton round className="size-6" />
              <Skeleton className={`h-3 ${width}`} />
            </span>
          ))}
        </Loading>
      </Sample>
      <Sample name="Empty, ErrorBlock">
        <div className="w-90 rounded-lg border">
          <Empty
            icon={SearchX}
            title="No members found"
            hint="No one matches the search and filters."
            action={<Button>Clear search and filters</Button>}
          />
        </div>
        <div className="w-90 rounded-lg border">
          <ErrorBlock title="Failed to load members" hint="The server did not answer in time." onRetry={nothing} />
        </div>
      </Sample>
    </Group>
  )
}
