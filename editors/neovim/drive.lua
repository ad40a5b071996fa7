-- Drives every feature over one game, without a screen: `nvim --headless -u NONE -l` is younger than
-- some Neovims, so: nvim --headless -u NONE -c "luafile editors/neovim/drive.lua"
-- HOUSERULES_PROGRAM, HOUSERULES_GAME and HOUSERULES_OUT say with what, and where to report.
local function env(name)
  local value = os.getenv(name)
  assert(value, name .. " is not set")
  return value
end

local out = assert(io.open(env("HOUSERULES_OUT"), "w"))
local function say(line)
  out:write(line .. "\n")
  out:flush()
end

local function drive()
  vim.g.houserules_program = env("HOUSERULES_PROGRAM")
  local here = debug.getinfo(1, "S").source:sub(2):match("(.*/)")
  dofile(here .. "houserules.lua")
  local game = env("HOUSERULES_GAME")
  vim.cmd("edit " .. vim.fn.fnameescape(game))
  local buffer = vim.api.nvim_get_current_buf()
  local function clients()
    return vim.lsp.buf_get_clients and vim.lsp.buf_get_clients(buffer) or vim.lsp.get_clients({ bufnr = buffer })
  end
  assert(vim.wait(60000, function()
    local _, client = next(clients())
    return client and client.initialized
  end, 20), "the server does not answer")
  local _, client = next(clients())
  local document = { uri = vim.uri_from_bufnr(buffer) }
  local function ask(method, params)
    params = params or {}
    params.textDocument = document
    local answer = client.request_sync("textDocument/" .. method, params, 60000, buffer)
    assert(answer and not answer.err, method .. ": " .. vim.inspect(answer and answer.err))
    return answer.result
  end
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  local whole = { start = { line = 0, character = 0 }, ["end"] = { line = #lines, character = 0 } }
  -- The first zone or counter of each player, and a use of it.
  local row, name
  for at, line in ipairs(lines) do
    if line:match("^each Player has") then
      for below = at + 1, #lines do
        name = lines[below]:match("^  ([%w_]+): ")
        if name then
          row = below - 1
          break
        end
      end
      break
    end
  end
  local place = { position = { line = row, character = 3 } }
  say("symbols " .. #ask("documentSymbol"))
  say("hover " .. (ask("hover", vim.deepcopy(place)).contents.value:find(name, 1, true) and 1 or 0))
  say("definition " .. #ask("definition", vim.deepcopy(place)))
  local asked = vim.deepcopy(place)
  asked.context = { includeDeclaration = true }
  say("references " .. #ask("references", asked))
  say("highlights " .. #ask("documentHighlight", vim.deepcopy(place)))
  say("folds " .. #ask("foldingRange"))
  say("tokens " .. #ask("semanticTokens/full").data)
  say("hints " .. #ask("inlayHint", { range = whole }))
  say("lenses " .. #ask("codeLens"))
  say("formatting " .. #ask("formatting", { options = { tabSize = 2, insertSpaces = true } }))
  -- A mistake, typed: it is said, and a mend is offered; taken back, it is gone.
  local function wait(count, why)
    assert(vim.wait(60000, function()
      local all = #vim.diagnostic.get(buffer)
      return count == 0 and all == 0 or count > 0 and all > 0
    end, 20), why)
  end
  wait(0, "the game is not right")
  vim.api.nvim_buf_set_lines(buffer, row, row, false, { "  plainly wrong here" })
  wait(1, "a mistake is not said")
  say("said " .. #vim.diagnostic.get(buffer))
  say("actions " .. #ask("codeAction", { range = whole, context = { diagnostics = {} } }))
  vim.api.nvim_buf_set_lines(buffer, row, row + 1, false, {})
  wait(0, "a mistake that was mended is still said")
  -- Completion and signatures where something is typed.
  vim.api.nvim_buf_set_lines(buffer, #lines, #lines, false, { "define zzz for p: Player = p." })
  local at = { position = { line = #lines, character = 29 } }
  local offered = ask("completion", at).items
  local found = 0
  for _, item in ipairs(offered) do
    found = item.label == name and 1 or found
  end
  say("completion " .. found)
  ask("signatureHelp", vim.deepcopy(at))
  vim.api.nvim_buf_set_lines(buffer, #lines, #lines + 1, false, {})
  -- Another name everywhere, and back.
  local old = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
  for _, new in ipairs({ "zzz_other", name }) do
    asked = vim.deepcopy(place)
    asked.newName = new
    vim.lsp.util.apply_workspace_edit(ask("rename", asked), client.offset_encoding or "utf-16")
  end
  say("renamed " .. (table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") == old and 1 or 0))
  say("done")
end

local fine, why = xpcall(drive, debug.traceback)
if not fine then
  say("failed: " .. tostring(why))
end
out:close()
vim.cmd("qall!")
