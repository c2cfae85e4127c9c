import { defineReasons } from './define-reasons.ts';

/** Why models, downloads and inference workers are not as they should be, and why a change is not possible. */
export const MODEL_REASONS = defineReasons({
  downloads_off:
    'The operator has set MODEL_DOWNLOADS=never. Only the operator can add models to this server.',
  several_workspaces:
    'Several workspaces share this server and its model, so none of them can change it. The operator can, or can allow it with MODEL_DOWNLOADS=always.',
  no_worker: 'No inference worker is online. The operator can start one.',
  forwarded:
    'Calls are forwarded to another engine (INFERENCE_UPSTREAM), which has its own models. Start the server without INFERENCE_UPSTREAM to serve a model from here.',
  several_machines:
    'Workers run on several machines. The operator can put the model on each of them and set the same MODEL_PATH.',
  path_fixed:
    'The operator has set MODEL_PATH, so this server always serves that file. Start it without MODEL_PATH to choose a model here.',
  already_downloaded: '{{model}} is already downloaded.',
  not_downloaded: '{{model}} is not downloaded. Download it first.',
  own_unusable: '{{model}} is not a language model that can be served here. The Model page says why.',
  built_in: 'The placeholder is part of the program and cannot be removed.',
  in_use: '{{model}} is in use. Use another model first.',
  no_memory: '{{model}} needs more memory than the machine has.',
  file_missing: 'The file of {{model}} is missing. Download it again, or use another model.',
  none_chosen:
    'Choose one on the Model page of the dashboard, or set MODEL_PATH to a GGUF file, or INFERENCE_UPSTREAM to an engine that runs already.',
  not_loaded_alone: '{{model}} could not be loaded: {{reason}} Choose another model.',
  not_loaded: '{{model}} could not be loaded: {{reason}} {{fallback}} is served instead.',
  engine_ended: 'The engine ended ({{how}}).',
  engine_ended_loading: 'The engine ended {{times}} times while it loaded the model ({{how}}).',
  engine_load_stalled: 'Loading the model made no progress for {{seconds}} seconds.',
  engine_stalled: 'The engine made no progress.',
  engine_silent: 'The engine did not answer.',
  engine_unavailable: 'The engine at {{host}} is not available: {{detail}}.',
  download_ended: "The download's process ended ({{how}}).",
  download_broke_off: 'The download broke off at {{percent}} % ({{detail}}).',
  download_not_written: 'The model cannot be written: {{detail}}.',
  download_not_a_model: 'The downloaded file is not the model: {{detail}}. It was deleted.',
  source_unreachable: '{{source}} cannot be reached ({{detail}}): check the network.',
  source_error: '{{source}} answers {{status}}: the model may have moved.',
  source_without_size: '{{source}} does not send the size of the file.',
  no_space: '{{needed}} GB are needed and {{free}} GB are free: make room in {{folder}}.',
  download_busy: 'Process {{pid}} is already downloading this model.',
});
