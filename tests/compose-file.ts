/** compose.yaml, for the tests of it. */
import { YAML } from 'bun';
import { read } from './project-files';

export type Service = {
  image?: string;
  build?: string;
  user?: string;
  entrypoint?: string[];
  command?: string[];
  volumes?: string[];
  environment?: Record<string, string>;
  env_file?: string;
  stop_grace_period?: string;
  ports?: string[];
  networks?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  memswap_limit?: string;
  pids_limit?: number;
  logging?: { driver: string; options: Record<string, string> };
  restart?: string;
};
type Network = {
  internal?: boolean;
  enable_ipv6?: boolean;
  ipam?: { config: { subnet: string }[] };
};
type Compose = {
  services: Record<string, Service>;
  volumes?: Record<string, unknown>;
  networks?: Record<string, Network | null>;
};

export const compose = YAML.parse(await read('compose.yaml')) as Compose;
export const services = Object.values(compose.services);
/** The names and services that are built from the Dockerfile. */
export const instances = Object.entries(compose.services).filter(([, { build }]) => build);

/** Source, target and mode of each mount. */
export const mountsOf = ({ volumes = [] }: Service) => volumes.map((mount) => mount.split(':'));

/** Whether compose takes the source of a mount as a path; otherwise it is the name of a volume. */
export function isPath(source: string): boolean {
  return source.startsWith('.') || source.startsWith('/');
}
