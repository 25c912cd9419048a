import { secrets } from './secrets.ts'
import { host, port } from './settings.ts'

const store = (databaseName: string, maxConns: number) => ({
  sql: {
    pluginName: 'postgres12_pgx',
    databaseName,
    connectAddr: `${host}:${port('postgres')}`,
    connectProtocol: 'tcp',
    user: 'temporal',
    password: secrets().temporal,
    maxConns,
    maxIdleConns: maxConns,
    maxConnLifetime: '1h',
  },
})

const service = (grpcPort: number, member: number) => ({
  rpc: { grpcPort, membershipPort: port('temporal_members') + member, bindOnIP: host },
})

/** One process with all four services; the number of history shards cannot be changed later. */
export const temporalConfig = () => ({
  log: { stdout: true, level: 'warn' },
  persistence: {
    defaultStore: 'default',
    visibilityStore: 'visibility',
    numHistoryShards: 512,
    datastores: { default: store('temporal', 20), visibility: store('temporal_visibility', 10) },
  },
  global: { membership: { maxJoinDuration: '30s', broadcastAddress: host } },
  services: {
    frontend: service(port('temporal'), 0),
    history: service(port('temporal_history'), 1),
    matching: service(port('temporal_matching'), 2),
    worker: service(port('temporal_worker'), 3),
  },
  clusterMetadata: {
    enableGlobalNamespace: false,
    failoverVersionIncrement: 10,
    masterClusterName: 'active',
    currentClusterName: 'active',
    clusterInformation: {
      active: {
        enabled: true,
        initialFailoverVersion: 1,
        rpcName: 'frontend',
        rpcAddress: `${host}:${port('temporal')}`,
      },
    },
  },
  dcRedirectionPolicy: { policy: 'noop' },
  archival: {
    history: { state: 'disabled' },
    visibility: { state: 'disabled' },
  },
  namespaceDefaults: { archival: { history: { state: 'disabled' }, visibility: { state: 'disabled' } } },
  publicClient: { hostPort: `${host}:${port('temporal')}` },
})
