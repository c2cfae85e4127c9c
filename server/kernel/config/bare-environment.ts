/**
 * The variables that any program may need: where programs and libraries are, the person and their folders, language,
 * time zone, and on Windows the system's own. None of them holds a secret.
 */
const COMMON =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|XDG_\w+|LD_LIBRARY_PATH|DYLD_\w+|GLIBC_TUNABLES|MALLOC_\w+|UV_THREADPOOL_SIZE|NODE_OPTIONS|NODE_ENV|ELECTRON_RUN_AS_NODE|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*|COMMONPROGRAMFILES.*|NUMBER_OF_PROCESSORS|PROCESSOR_\w+|OS)$/i;

/** What GPU drivers and the libraries of the engine read. */
export const ENGINE_VARIABLES =
  /^(CUDA|NVIDIA|NV|GGML|LLAMA|NODE_LLAMA_CPP|OMP|OPENBLAS|MKL|VK|VULKAN|MESA|RADV|HIP|HSA|ROCR|ROCM|GPU|METAL|MTL|ZE|ONEAPI|SYCL)_\w+$/i;

/** How the network is reached: proxies and certificates. The address of a proxy can hold a password. */
export const NETWORK_VARIABLES =
  /^(HTTPS?_PROXY|NO_PROXY|ALL_PROXY|NODE_USE_ENV_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/i;

/** Returns the variables that any program may need, and those that `also` matches. */
export function pickEnvironment(given: NodeJS.ProcessEnv, also?: RegExp): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => COMMON.test(name) || also?.test(name) === true),
  );
}
