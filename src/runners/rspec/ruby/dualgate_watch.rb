# frozen_string_literal: true

require_relative "dualgate_failure"
require_relative "dualgate_report_file"
require_relative "dualgate_tamper"

# Follows one run of RSpec: what was loaded, how each example ended, and how the run did.
class DualgateWatch
  CLOCK = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }
  private_constant :CLOCK

  # What is seen of RSpec's own classes: each calls on, and changes nothing.
  module OfConfiguration
    def load_spec_files(*)
      super.tap { DualgateWatch.current.load }
    end
  end

  module OfReporter
    def start(*)
      super.tap { DualgateWatch.current.start(self) }
    end

    def example_group_started(group)
      DualgateWatch.current.enter(group)
      super
    end

    def example_group_finished(group)
      super.tap { DualgateWatch.current.leave }
    end

    def example_passed(example)
      DualgateWatch.current.finish(self, example, "passed")
      super
    end

    def example_failed(example)
      DualgateWatch.current.finish(self, example, "failed")
      super
    end

    def example_pending(example)
      DualgateWatch.current.finish(self, example, "skipped")
      super
    end

    def notify_non_example_exception(exception, description)
      DualgateWatch.current.break(exception, description)
      super
    end

    private

    def close(*)
      super
    ensure
      DualgateWatch.current.end_run(self)
    end
  end

  module OfExample
    def initialize(*)
      super
      DualgateWatch.current.make(self)
    end

    def set_exception(exception, *)
      DualgateWatch.current.raised(self, exception)
      super
    end
  end

  class << self
    attr_reader :current

    # Once, and in this process alone: an RSpec that a test starts is left alone.
    def take_part
      @current = new(DualgateReportFile.new)
      leave_no_trace
      RSpec::Core::Configuration.prepend(OfConfiguration)
      RSpec::Core::Reporter.prepend(OfReporter)
      RSpec::Core::Example.prepend(OfExample)
      @current.guard
    end

    private

    def leave_no_trace
      $LOAD_PATH.delete(__dir__)
      # Bundler keeps what there was before it.
      [["", nil], ["BUNDLER_ORIG_", "BUNDLER_ENVIRONMENT_PRESERVER_INTENTIONALLY_NIL"]].each do |prefix, nothing|
        give_back("#{prefix}RUBYOPT", " ", "-rdualgate_rspec", nothing)
        give_back("#{prefix}RUBYLIB", File::PATH_SEPARATOR, __dir__, nothing)
      end
    end

    def give_back(variable, separator, ours, nothing)
      return unless ENV.key?(variable)

      rest = ENV.fetch(variable).split(separator) - [ours]
      ENV[variable] = rest.empty? ? nothing : rest.join(separator)
    end
  end

  def initialize(report)
    @report = report
    @root = Dir.pwd
    @examples = {}
    @bodies = {}.compare_by_identity
    @raised = {}
    @open = {}
    @groups = []
    @ended = {}
    @has_failures = false
    @next_look = 0
    @guard = DualgateTamper.new(@root)
  end

  def guard
    @guard.keep_core
  end

  # All examples are known now, before RSpec forgets those that its filters leave out.
  def load
    RSpec.world.all_examples.each { |example| @examples[example] = place_of(example) }
    @guard.keep_all
  end

  def start(reporter)
    return unless @reporter.nil?

    @reporter = reporter
    @report.add_problem("", "rspec was told to run no test (--dry-run)") if RSpec.configuration.dry_run?
    wanted = RSpec.world.wants_to_quit ? {} : find_wanted
    @examples.each do |example, place|
      if wanted.key?(example) then @open[example] = place
      else @report.add_test(*place, "skipped")
      end
    end
  end

  def make(example)
    @bodies[example] = body_of(example)
  end

  def raised(example, exception)
    @raised[example] ||= exception
  end

  def finish(reporter, example, state)
    return unless reporter.equal?(@reporter)

    look if CLOCK.call >= @next_look
    file, name = @examples.fetch(example) { place_of(example) }
    if @open.delete(example).nil?
      @report.add_problem(file, %(the test "#{name}" #{@ended.key?(example) ? 'ran more than once' : 'ended, and was not to run'}))
      return
    end
    @ended[example] = true
    error = @raised.delete(example)
    @has_failures ||= state == "failed"
    if state == "failed"
      error = example.exception || error
      @report.add_test(file, name, state, describe(error), DualgateFailure.judge(error, file))
    elsif state == "passed" && !body_of(example).equal?(@bodies[example])
      @report.add_test(file, name, "failed", "it passed, and was given another body after its file was loaded")
    elsif state == "passed" && error
      @report.add_test(file, name, "failed", "it raised, and something made a success of that: #{describe(error)}")
    else @report.add_test(file, name, state)
    end
  end

  # The groups that run, from the outside: the last one is that of a hook that fails.
  def enter(group)
    @groups.push(group)
  end

  def leave
    @groups.pop
  end

  def break(exception, description)
    file = description[/\A(?:An error occurred while loading|While loading) (.+?)(?:\.(?:\s|\z)| an `exit`)/, 1]
    if file.nil? then add_error(*place_of_hook(description), describe(exception))
    elsif exception.is_a?(SystemExit)
      @report.add_problem(File.expand_path(file, @root), "the process was left while this file was loaded")
    # A file of the command that is not there yet has no tests.
    elsif File.exist?(File.expand_path(file, @root)) || file !~ /_spec\.rb\z|[*?\[{]/
      @has_failures = true
      @report.add_load_failure(File.expand_path(file, @root), describe(exception))
    end
  end

  def end_run(reporter)
    return if @has_ended || (@reporter && !reporter.equal?(@reporter))

    @has_ended = true
    look
    @report.add_problem("", "rspec was told to run no test (--dry-run)") if @reporter && RSpec.configuration.dry_run?
    (_, name), *more = @open.values
    @report.add_problem("", %(the test "#{name}" never ended#{", and #{more.size} more" unless more.empty?})) if name
    @report.end_with(RSpec.world.wants_to_quit && !@has_failures && !@open.empty?)
  end

  private

  def find_wanted
    groups = @examples.keys.map(&:example_group).uniq
    groups.flat_map(&:filtered_examples).to_h { |example| [example, true] }
  end

  # Not after each of thousands of examples: looking takes milliseconds, and may take a tenth of the time.
  def look
    began = CLOCK.call
    @guard.find_replaced.each { |what| @report.add_problem("", "#{what} was replaced while the tests were there") }
    @next_look = began + (10 * (CLOCK.call - began))
  end

  def body_of(example)
    example.instance_variable_get(:@example_block)
  end

  def add_error(file, place, message)
    @has_failures = true
    @report.add_unhandled_error(file, "#{place} #{message}")
  end

  # A suite hook is in no group.
  def place_of_hook(description)
    group = @groups.last
    return ["", description] if group.nil?

    [file_of(group.metadata), "#{names_of(group).join(' > ')}: #{description}"]
  end

  # The file that RSpec loads, even where the example is of a shared group; one without words of its own goes by its place.
  def place_of(example)
    metadata = example.metadata
    words = metadata[:description].to_s
    name = [*names_of(example.example_group), words.empty? ? "example #{metadata[:scoped_id]}" : words].join(" > ")
    [file_of(metadata), name]
  end

  def names_of(group)
    group.parent_groups.reverse.map { |each| each.description.to_s }
  end

  def file_of(metadata)
    File.expand_path(metadata[:rerun_file_path] || metadata[:file_path], @root)
  end

  # What was raised and where, without the frames around it.
  def describe(error)
    return "it failed without an error" if error.nil?

    words = error.message.to_s.scrub.gsub(/\e\[[\d;]*m/, "").strip
    named = error.class.name.to_s =~ /\ARSpec::.*NotMet\w*\z/ ? words : "#{error.class}: #{words}"
    place = (error.backtrace || []).find { |frame| frame.start_with?("#{@root}/") && frame !~ %r{/(?:vendor|gems)/} }
    place.nil? ? named : "#{named}\n#{place[/\A.+?:\d+/].delete_prefix("#{@root}/")}"
  rescue StandardError
    # An error may break when it is asked what it has to say.
    error.class.to_s
  end
end
