# frozen_string_literal: true

require "digest/sha2"

# The report of one test run, written line by line (NDJSON) from inside of RSpec, sealed like ../../report/report-file.mjs seals it.
# The lines are described and checked in ../../report/read-report.ts. It writes its own JSON: a project may want another version
# of that library, and Ruby loads one alone.
class DualgateReportFile
  # Taken before any file of the project is loaded: the tests share this process, and may put something else in their place.
  WRITE = IO.instance_method(:syswrite)
  UPDATE = Digest::SHA256.instance_method(:update)
  GSUB = String.instance_method(:gsub)
  private_constant :WRITE, :UPDATE, :GSUB

  # Takes the paths out of the environment, and the key out of its file, which is removed.
  def initialize
    path = ENV.delete("DUALGATE_REPORT")
    key = take_key(ENV.delete("DUALGATE_REPORT_KEY_FILE"))
    @outer = key.each_byte.map { |byte| (byte ^ 0x5c).chr }.join
    @inner = Digest::SHA256.new
    UPDATE.bind(@inner).call(key.each_byte.map { |byte| (byte ^ 0x36).chr }.join)
    @sums = { "passed" => 0, "failed" => 0, "skipped" => 0, "load_failures" => 0, "unhandled_errors" => 0 }
    @process = Process.pid
    # Held open: a file of the same name that a test lays in its place is another file.
    @file = File.open(path, "ab", 0o600)
    add(%("type":"start","v":1,"seal":"#{seal(@inner.dup, 'start')}"))
  end

  def add_test(file, name, state, message = nil, failure = nil)
    count(state)
    more = message.nil? ? "" : %(,"message":#{quote(message)})
    more += %(,"failure":"#{failure}") unless failure.nil?
    add(%("type":"test","file":#{quote(file)},"name":#{quote(name)},"state":"#{state}"#{more}))
  end

  def add_load_failure(file, message)
    count("load_failures")
    add(%("type":"load_failure","file":#{quote(file)},"message":#{quote(message)}))
  end

  # An error outside of any example; `file` is "" where none is known.
  def add_unhandled_error(file, message)
    count("unhandled_errors")
    add(%("type":"unhandled","file":#{quote(file)},"message":#{quote(message)}))
  end

  # Why the report is not the whole truth.
  def add_problem(file, message)
    add(%("type":"problem","file":#{quote(file)},"message":#{quote(message)}))
  end

  # Closes the report with its sums and a seal over all of it.
  def end_with(interrupted)
    sums = @sums.map { |name, sum| %("#{name}":#{sum}) }.join(",")
    fields = %("type":"end",#{sums},"interrupted":#{interrupted})
    put(%({#{fields},"seal":"#{seal(@inner.dup, "{#{fields}}")}"}\n))
  end

  # Shows nothing of itself to a test that asks what objects there are.
  def inspect
    "#<DualgateReportFile>"
  end

  private

  def take_key(path)
    key = File.binread(path)
    File.delete(path)
    key.ljust(64, "\0")
  rescue SystemCallError, TypeError
    # Somebody was faster: the seals are wrong, and the report does not count.
    "\0" * 64
  end

  def count(sum)
    @sums[sum] += 1
  end

  def add(fields)
    line = "{#{fields}}\n"
    UPDATE.bind(@inner).call(line)
    put(line)
  end

  # At once and in order: a runner that dies takes no line with it. A fork of a test has no word.
  def put(line)
    WRITE.bind(@file).call(line) if Process.pid == @process
  end

  def seal(inner, text)
    UPDATE.bind(inner).call(text)
    Digest::SHA256.hexdigest(@outer + inner.digest)
  end

  def quote(value)
    text = value.to_s.dup
    text = text.force_encoding(Encoding::UTF_8) if text.encoding == Encoding::BINARY
    text = text.encode(Encoding::UTF_8, :invalid => :replace, :undef => :replace).scrub
    %("#{GSUB.bind(text).call(/["\\\u0000-\u001f]/) { |found| format('\u%04x', found.ord) }}")
  end
end
