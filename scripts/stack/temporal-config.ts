import { join } from 'node:path'
import { repository } from './places.ts'
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

const services = ['frontend', 'history', 'matching', 'worker'] as const

export interface TemporalPlace {
  databases: { store: string; visibility: string }
  /** What each service is called at, and where it meets the others. */
  ports: Record<(typeof services)[number], { rpc: number; members: number }>
}

const members = port('temporal_members')

export const stackPlace: TemporalPlace = {
  databases: { store: 'temporal', visibility: 'temporal_visibility' },
  ports: {
    frontend: { rpc: port('temporal'), members },
    history: { rpc: port('temporal_history'), members: members + 1 },
    matching: { rpc: port('temporal_matching'), members: members + 2 },
    worker: { rpc: port('temporal_worker'), members: members + 3 },
  },
}

const servicesAt = (ports: TemporalPlace['ports']) =>
  Object.fromEntries(
    services.map((name) => [
      name,
      { rpc: { grpcPort: ports[name].rpc, membershipPort: ports[name].members, bindOnIP: host } },
    ]),
  )

/** One process with all four services; the number of history shards cannot be changed later. */
export const temporalConfig = ({ databases, ports }: TemporalPlace) => ({
  log: { stdout: true, level: 'warn' },
  persistence: {
    defaultStore: 'default',
    visibilityStore: 'visibility',
    numHistoryShards: 512,
    datastores: { default: store(databases.store, 20), visibility: store(databases.visibility, 10) },
  },
  global: { membership: { maxJoinDuration: '30s', broadcastAddress: host } },
  services: servicesAt(ports),
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
        rpcAddress: `${host}:${ports.frontend.rpc}`,
      },
    },
  },
  dcRedirectionPolicy: { policy: 'noop' },
  archival: {
    history: { state: 'disabled' },
    visibility: { state: 'disabled' },
  },
  namespaceDefaults: { archival: { history: { state: 'disabled' }, visibility: { state: 'disabled' } } },
  dynamicConfigClient: { filepath: join(repository, 'deploy/temporal/dynamic.yaml'), pollInterval: '1m' },
  publicClient: { hostPort: `${host}:${ports.frontend.rpc}` },
})
